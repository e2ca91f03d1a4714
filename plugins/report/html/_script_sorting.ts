/** Makes the headings of every sortable table buttons that sort it: ascending, then descending, dashes last, ties as they came. */
export const SORTING = `
const status = document.getElementById("status");
const places = new Map();

function keyOf(cell, isNumber) {
  const text = (cell.dataset.sort ?? cell.textContent).trim();
  if (text === "" || text === "—") return null;
  if (isNumber || cell.dataset.sort !== undefined) {
    const number = Number.parseFloat(text.replace(/^[<>]/, ""));
    if (!Number.isNaN(number)) return number;
  }
  return text;
}

function compare(a, b) {
  return a === b ? 0 : a < b ? -1 : 1;
}

function sortTable(table, column, isDescending) {
  const body = table.tBodies[0];
  const isNumber = table.tHead.rows[0].cells[column].classList.contains("n");
  const rows = [...body.rows].filter((row) => !row.classList.contains("detail"));
  const entries = rows.map((row) => {
    const next = row.nextElementSibling;
    const detail = next !== null && next.classList.contains("detail") ? next : null;
    return { row, detail, key: keyOf(row.cells[column], isNumber) };
  });
  const order = (a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return isDescending ? compare(b.key, a.key) : compare(a.key, b.key);
  };
  entries.sort((a, b) => order(a, b) || places.get(a.row) - places.get(b.row));
  for (const { row, detail } of entries) {
    body.append(row);
    if (detail !== null) body.append(detail);
  }
}

function makeSortable(table) {
  for (const row of table.tBodies[0].rows) places.set(row, places.size);
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const isDescending = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      sortTable(table, column, isDescending);
      status.textContent = "Sorted by " + button.textContent + (isDescending ? ", descending" : ", ascending");
    });
  });
}

for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
`;
