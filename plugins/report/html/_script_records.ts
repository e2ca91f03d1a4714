import { FEATURE_ORDER } from "./_row_data.ts";

/** Makes every row of a records table open to what the page holds of it. */
export const RECORDS = `
const FEATURES = ${JSON.stringify(FEATURE_ORDER)};
const data = JSON.parse(document.getElementById("records-data").textContent);

function element(name, className, ...parts) {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.append(...parts);
  return made;
}

function shadeOf(hundredths) {
  if (hundredths === null) return "lp-none";
  const limits = [-10, -50, -100, -200, -400];
  const shade = limits.findIndex((limit) => hundredths >= limit);
  return "lp-" + (shade < 0 ? limits.length : shade);
}

function logprobWords(hundredths) {
  if (hundredths === null) return "no log-probability";
  const share = 100 * Math.exp(hundredths / 100);
  return (hundredths / 100).toFixed(2) + " (" + (share < 0.1 ? "below 0.1" : share.toFixed(1)) + " %)";
}

function tokensOf({ t, l, m }) {
  const box = element("p", "tokens");
  t.forEach((token, i) => {
    const shaded = element("span", shadeOf(l[i]), token);
    shaded.title = logprobWords(l[i]);
    box.append(shaded);
  });
  if (m !== undefined) box.append(element("em", "", " … " + m + " more tokens"));
  return box;
}

function leastExpected({ t, l }) {
  const known = t.map((token, i) => ({ token, logprob: l[i] })).filter(({ logprob }) => logprob !== null);
  const least = known.sort((a, b) => a.logprob - b.logprob).slice(0, 5);
  const list = element("ol", "least");
  for (const { token, logprob } of least) {
    list.append(element("li", "", element("code", "", JSON.stringify(token)), " " + logprobWords(logprob)));
  }
  return list;
}

function numberText(value) {
  return value === null || value === undefined ? "—" : String(value);
}

function featuresOf({ f, s }) {
  const head = element("tr", "", element("th", "", "Feature"), element("th", "n", "Raw"), element("th", "n", "SD"));
  for (const cell of head.cells) cell.scope = "col";
  const rows = FEATURES.map((name, i) => {
    const title = element("th", "", name);
    title.scope = "row";
    const cells = [f, s].map((values) => element("td", "n", numberText(values === undefined ? null : values[i])));
    return element("tr", "", title, ...cells);
  });
  return element("table", "features", element("thead", "", head), element("tbody", "", ...rows));
}

function correctedWords(c) {
  return typeof c === "string" ? "— " + c : c[0] + " [" + c[1] + ", " + c[2] + "]";
}

function pairsOf(record) {
  const list = element("dl", "pairs");
  const add = (title, text) => list.append(element("dt", "", title), element("dd", "", text));
  if (record.p !== undefined) add("p_memorized, 95 % interval", record.p.join(" to "));
  if (record.c !== undefined) add("p_memorized, corrected", correctedWords(record.c));
  if (record.k !== undefined) add("Marks", record.k.join(", "));
  return list;
}

function part(title, ...content) {
  return element("div", "part", element("p", "part-title", title), ...content);
}

function answerOf(record) {
  const parts = [];
  if (record.t !== undefined) parts.push(part("Answer, shaded where a token was less expected", tokensOf(record)));
  if (record.a !== undefined) {
    const title = record.t === undefined ? "Answer, or what went wrong" : "Text of the answer";
    parts.push(part(title, element("pre", "text", record.a)));
  }
  return parts;
}

function detailOf(record, question) {
  const main = element("div", "side", part("Question", element("pre", "text", question)), ...answerOf(record));
  const side = element("div", "side");
  if (record.f !== undefined) side.append(part("Features", featuresOf(record)));
  if (record.t !== undefined) side.append(part("Least expected tokens, log-probability", leastExpected(record)));
  side.append(pairsOf(record));
  return element("div", "opened", main, side);
}

function toggle(row, button, record, question) {
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) {
    row.nextElementSibling.remove();
    return;
  }
  const cell = element("td", "", detailOf(record, question));
  cell.colSpan = row.cells.length;
  row.after(element("tr", "detail", cell));
}

for (const box of document.querySelectorAll("details.records")) {
  const records = data.models[Number(box.dataset.model)] ?? [];
  [...box.querySelector("tbody").rows].forEach((row, index) => {
    const record = records[index];
    if (record === undefined) return;
    const heading = row.cells[0];
    const button = element("button", "opener", ...heading.childNodes);
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-label", "Row " + (index + 1) + ": question, answer, tokens and features");
    button.addEventListener("click", () => toggle(row, button, record, data.questions[index] ?? ""));
    heading.append(button);
  });
}
`;
