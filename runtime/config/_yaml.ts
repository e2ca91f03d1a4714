import {
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from "yaml";
import { firstTooDeep } from "./_depth.ts";

/** Something that the text may not hold, and where it stands. */
export interface Objection {
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly says: string;
}

/** A YAML text taken apart, or what is wrong with it. */
export interface Parsed {
  readonly document: Document;
  readonly objections: ReadonlyArray<Objection>;
  readonly lineCol: (offset: number) => { readonly line: number; readonly col: number };
}

const OPTIONS = { prettyErrors: false, schema: "core", uniqueKeys: true, merge: false } as const;

/**
 * Parses YAML 1.2 (core schema). Duplicate and merge keys, keys that are no text, tags, several documents, aliases
 * that hold themselves and nesting beyond use are refused.
 */
export function parseYaml(text: string): Parsed {
  const lineCounter = new LineCounter();
  const lineCol = (offset: number) => lineCounter.linePos(offset);
  const deep = firstTooDeep(text);
  if (deep !== undefined) {
    const document = parseDocument(text.slice(0, deep).replace(/[^\n]/g, " "), { ...OPTIONS, lineCounter });
    return { document, objections: [{ offset: deep, says: "it is nested too deep" }], lineCol };
  }
  const document = parseDocument(text, { ...OPTIONS, lineCounter });
  const warnings = document.warnings.filter(({ code }) => code !== "TAG_RESOLVE_FAILED");
  const broken = [...document.errors, ...warnings].map((error) => ({
    offset: error.pos[0],
    says: inWords(error),
  }));
  const objections = broken.length > 0 ? onePerLine(broken, lineCol) : unwanted(document);
  return { document, objections, lineCol };
}

/** The parser's own words, save where they speak of YAML's grammar. */
function inWords({ code, message }: YAMLError): string {
  const known = WORDS[code];
  if (known !== undefined) return known;
  const bracket = /must.* end with a (?<closing>[\]}])/.exec(message)?.groups?.["closing"];
  if (bracket !== undefined) return `a bracket is not closed; expected "${bracket}"`;
  if (message.startsWith("Missing closing")) return "a quote is not closed";
  return message.replace(/\s+/g, " ").trim();
}

const WORDS: { readonly [Code in YAMLError["code"]]?: string } = {
  BLOCK_AS_IMPLICIT_KEY: "a key cannot stand here; start a new line, or quote the text",
  DUPLICATE_KEY: "the same key stands here a second time",
  MULTILINE_IMPLICIT_KEY: "expected a key with a colon after it, on one line",
  MULTIPLE_DOCS: "a second document starts here; a file holds one",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
};

/** One slip often makes the parser stumble several times over the same line. */
function onePerLine(found: ReadonlyArray<Objection>, lineCol: Parsed["lineCol"]): ReadonlyArray<Objection> {
  const lines = found.map(({ offset }) => lineCol(offset).line);
  return found.filter((_, i) => lines.indexOf(lines[i] ?? 0) === i);
}

function unwanted(document: Document): ReadonlyArray<Objection> {
  const found: Array<Objection> = [];
  visit(document, {
    Node: (_, node, ancestors) => {
      const offset = node.range?.[0] ?? 0;
      if (node.tag !== undefined)
        found.push({ offset, says: `tags such as ${shortTag(node.tag)} are not supported` });
      const says = isScalar(node) ? trap(node) : undefined;
      if (says !== undefined) found.push({ offset, says });
      if (!isAlias(node)) return;
      const target = node.resolve(document);
      if (target === undefined)
        found.push({ offset, says: `there is no anchor "&${node.source}" before this alias` });
      else if (ancestors.some((outer) => outer === target)) {
        found.push({ offset, says: `the alias "*${node.source}" stands inside what it repeats` });
      }
    },
    Pair: (_, { key }) => {
      const says = keyObjection(key);
      if (says !== undefined) found.push({ offset: offsetOf(key), says });
    },
  });
  return found;
}

function shortTag(tag: string): string {
  return tag.replace("tag:yaml.org,2002:", "!!");
}

const SWITCH = /^(?:yes|no|on|off)$/i;
const PADDED = /^[+-]?0\d+$/;

/** What YAML 1.1 reads otherwise than YAML 1.2 does (1.2, 10.3.2), so that a writer may have meant either. */
function trap({ type, source = "" }: Scalar): string | undefined {
  if (type !== "PLAIN") return undefined;
  if (SWITCH.test(source)) return `"${source}" may be a text or a switch; quote it, or write true or false`;
  return PADDED.test(source)
    ? `${source} may be octal or decimal; quote it, or leave out the zeros before it`
    : undefined;
}

function keyObjection(key: unknown): string | undefined {
  if (!isScalar(key)) return "a key must be a plain text";
  if (typeof key.value !== "string" && trap(key) === undefined)
    return key.source ? `quote the key ${key.source}, so that it is a text` : "a key must be a plain text";
  if (key.value === "<<" && key.type === "PLAIN")
    return 'merge keys ("<<") are not supported; write the keys out';
  return key.value === "__proto__" ? 'no key can be called "__proto__"' : undefined;
}

function offsetOf(node: unknown): number {
  if (isPair(node)) return offsetOf(node.key);
  return isScalar(node) || isCollection(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0;
}
