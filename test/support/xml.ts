/** An element as a strict reader of XML 1.0 sees it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Array<XmlElement>;
  text: string;
}

const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const TOKEN =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y;

/** Reads a document without comments, CDATA or namespaces; throws at whatever is not well-formed. */
export function readXml(document: string): XmlElement {
  const sign = FORBIDDEN.exec(document);
  if (sign !== null) throw new Error(`U+${sign[0].codePointAt(0)?.toString(16)} at ${sign.index}`);
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  for (let at = 0; at < document.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(document);
    if (token === null) throw new Error(`no XML at ${at}: ${document.slice(at, at + 40)}`);
    read(token, open);
  }
  const [element, ...more] = root.children;
  if (element === undefined || more.length > 0 || open.length > 1 || root.text.trim() !== "") {
    throw new Error("expected one root element, closed");
  }
  return element;
}

function read([whole, slash, name, pairs, empty]: RegExpExecArray, open: Array<XmlElement>): void {
  const top = open.at(-1);
  if (top === undefined) throw new Error("nothing is open");
  if (name === undefined) {
    if (!whole.startsWith("<?")) top.text += unescaped(whole);
  } else if (slash === "/") {
    if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`);
    open.pop();
  } else {
    const element = { name, attributes: attributesOf(pairs ?? ""), children: [], text: "" };
    top.children.push(element);
    if (empty !== "/") open.push(element);
  }
}

function attributesOf(pairs: string): Readonly<Record<string, string>> {
  const found = [...pairs.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, key = "", value = ""]) => [key, unescaped(value)] as const,
  );
  if (new Set(found.map(([key]) => key)).size < found.length) throw new Error(`twice: ${pairs}`);
  return Object.fromEntries(found);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(\w*;?)/g, (whole, name: string) => {
    const sign = name.endsWith(";") ? ENTITIES[name.slice(0, -1)] : undefined;
    if (sign === undefined) throw new Error(`no entity: ${whole}`);
    return sign;
  });
}
