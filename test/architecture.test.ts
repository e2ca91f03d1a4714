import { posix } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  type Import,
  nodesOf,
  parseSource,
  placeOf,
  projectFiles,
  type Source,
  sources,
} from "./_sources.ts";

const product = sources("plugins", "stages", "runtime");
const everything = [...product, ...sources("configs", "test")];

const isPrivate = (file: string) => posix.basename(file).startsWith("_");
const isIn = (file: string, folder: string) => file.startsWith(`${folder}/`);
const inNone = (file: string, ...folders: ReadonlyArray<string>) =>
  !folders.some((folder) => isIn(file, folder));

/** The folders that a plugin's own files and its driver are counted by: `plugins/report`, `plugins/provider/openai`. */
function pluginFolder(file: string): string {
  const [, kind = "", name = ""] = file.split("/");
  const isKind = kind !== "provider" || name.endsWith(".ts");
  return isKind ? `plugins/${kind}` : `plugins/${kind}/${name}`;
}

/** The packages that each plugin drives. */
const DRIVERS: Readonly<Record<string, ReadonlyArray<string>>> = {
  "plugins/provider/embedded": [],
  "plugins/provider/openai": ["openai", "undici"],
  "plugins/gates": [],
  "plugins/report": ["@observablehq/plot", "cli-table3", "csv-stringify/sync", "linkedom"],
};

const isCore = ({ target }: Import) => target === "effect" || target.startsWith("effect/");
const isContract = ({ target }: Import) => isIn(target, "plugins/contract");
const isMath = ({ target }: Import) => isIn(target, "stages/math");
const isAnswer = ({ target }: Import) => isIn(target, "stages/answer");
const isNode = ({ target }: Import) => target.startsWith("node:");
const isPlatform = ({ target }: Import) =>
  target === "@effect/platform" || target.startsWith("@effect/platform/");

/** Who may import what; every source of the product falls under exactly one of these. */
const LAYERS: ReadonlyArray<{
  readonly layer: string;
  readonly holds: (file: string) => boolean;
  readonly allows: (found: Import, file: string) => boolean;
}> = [
  {
    layer: "plugins/contract imports nothing of ours",
    holds: (file) => isIn(file, "plugins/contract"),
    allows: (found, file) =>
      isContract(found) ||
      isCore(found) ||
      isPlatform(found) ||
      (file === "plugins/contract/schema.ts" && found.target.startsWith("@effect/schema/")) ||
      (file === "plugins/contract/did_you_mean.ts" && found.target === "fastest-levenshtein"),
  },
  {
    layer: "plugins/mod.ts imports plugins, on demand",
    holds: (file) => file === "plugins/mod.ts",
    allows: (found) => isIn(found.target, "plugins"),
  },
  {
    layer: "a plugin imports the contract, stages/math, its own files and its driver",
    holds: (file) => isIn(file, "plugins") && !isIn(file, "plugins/contract") && file !== "plugins/mod.ts",
    allows: (found, file) =>
      isContract(found) ||
      isMath(found) ||
      isCore(found) ||
      isPlatform(found) ||
      isNode(found) ||
      isIn(found.target, pluginFolder(file)) ||
      (DRIVERS[pluginFolder(file)]?.includes(found.target) ?? false),
  },
  {
    layer: "stages/math imports only itself",
    holds: (file) => isIn(file, "stages/math"),
    allows: (found) => isMath(found) || ["node:crypto", "pako"].includes(found.target),
  },
  {
    layer: "stages/answer imports types of the contract, and math",
    holds: (file) => isIn(file, "stages/answer"),
    allows: (found) => isAnswer(found) || isMath(found) || (isContract(found) && found.isTypeOnly),
  },
  {
    layer: "stages/mod.ts imports the stages",
    holds: (file) => file === "stages/mod.ts",
    allows: (found) => isContract(found) || (isIn(found.target, "stages") && !isPrivate(found.target)),
  },
  {
    layer: "a stage imports the contract, math, answer and private files, never another stage",
    holds: (file) =>
      isIn(file, "stages") && inNone(file, "stages/math", "stages/answer") && file !== "stages/mod.ts",
    allows: (found) =>
      isContract(found) ||
      isMath(found) ||
      isAnswer(found) ||
      isCore(found) ||
      isNode(found) ||
      (posix.dirname(found.target) === "stages" && isPrivate(found.target)),
  },
  {
    layer:
      "runtime imports the contract, plugins/mod, stages/mod, answer, math and itself; its face the kinds' faces",
    holds: (file) => isIn(file, "runtime"),
    allows: (found, file) =>
      (file === "runtime/mod.ts" && /^plugins\/\w+\/mod\.ts$/.test(found.target)) ||
      !found.isRelative ||
      isContract(found) ||
      isMath(found) ||
      isAnswer(found) ||
      isIn(found.target, "runtime") ||
      ["plugins/mod.ts", "stages/mod.ts"].includes(found.target),
  },
];

describe("the import rule", () => {
  it.each(LAYERS)("$layer", ({ holds, allows }) => {
    const under = product.filter(({ file }) => holds(file));

    expect(under).not.toEqual([]);
    expect(importsThat(under, (found, file) => !allows(found, file))).toEqual([]);
  });

  it("every source falls under one layer", () => {
    const layers = product.map(
      ({ file }) => [file, LAYERS.filter(({ holds }) => holds(file)).length] as const,
    );

    expect(layers.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it("only the command line and the Promise faces touch the platform's Node layer", () => {
    const faces = ["runtime/scorer/promise.ts", "runtime/conformance/promise.ts"];
    const others = product.filter(({ file }) => inNone(file, "runtime/cli") && !faces.includes(file));

    expect(importsThat(others, ({ target }) => target.startsWith("@effect/platform-node"))).toEqual([]);
    expect(identifiersThat(others, (name) => name === "process")).toEqual([]);
    expect(importsThat(others, ({ target }) => target === "node:process")).toEqual([]);
  });

  it("@effect/schema has one door, and effect/Schema none", () => {
    const others = everything.filter(({ file }) => file !== "plugins/contract/schema.ts");

    expect(importsThat(others, ({ target }) => target.startsWith("@effect/schema"))).toEqual([]);
    expect(importsThat(everything, ({ target }) => OTHER_SCHEMA.test(target))).toEqual([]);
    expect(namesFrom(everything, "effect").filter(({ name }) => OTHER_SCHEMA.test(`effect/${name}`))).toEqual(
      [],
    );
  });

  it("a private file is imported only within its folder, and by what tests or times it", () => {
    const held = everything.filter(({ file }) => !file.startsWith("test/bench/"));
    const strangers = held.flatMap(({ file, imports }) =>
      imports
        .filter(({ target, isRelative }) => isRelative && isPrivate(target))
        .filter(({ target }) => !isSameFolder(file, target))
        .map(({ target }) => `${file} imports ${target}`),
    );

    expect(strangers).toEqual([]);
  });

  it("a relative import ends in .ts and meets a file", () => {
    const files = new Set(projectFiles());
    const wrong = importsThat(
      everything,
      ({ isRelative, specifier, target }) => isRelative && !(specifier.endsWith(".ts") && files.has(target)),
    );

    expect(wrong).toEqual([]);
  });

  it("there are no cycles", () => {
    expect(cycles(everything)).toEqual([]);
  });

  it("a cycle is found, also one of types", () => {
    const pair = [
      parseSource("a/x.ts", 'import type { Y } from "./y.ts";'),
      parseSource("a/y.ts", 'export * from "./x.ts";'),
    ];

    expect(cycles(pair)).toEqual(["a/x.ts -> a/y.ts -> a/x.ts"]);
  });
});

describe("the layout", () => {
  it("the top level holds exactly the design card", () => {
    const top = [...new Set(projectFiles().map((file) => file.split("/")[0] ?? ""))];

    expect(top.filter((name) => !name.startsWith("."))).toEqual([
      "LICENSE",
      "README.md",
      "configs",
      "package-lock.json",
      "package.json",
      "plugins",
      "runtime",
      "stages",
      "test",
      "tsconfig.json",
    ]);
  });

  it("file names are snake_case", () => {
    const named = /^_?[a-z0-9]+(_[a-z0-9]+)*(\.(long|bench|simulate))?(\.(test|types|bench|config))?\.ts$/;

    expect(everything.map(({ file }) => posix.basename(file)).filter((name) => !named.test(name))).toEqual(
      [],
    );
  });
});

describe("the language", () => {
  it("syntax is erasable: no enum, namespace, parameter property or import assignment", () => {
    expect(nodesThat(everything, isNotErasable)).toEqual([]);
  });

  it("there are no casts through any or unknown, and no silenced checks", () => {
    expect(nodesThat(product, isLooseCast)).toEqual([]);
    expect(
      product.filter(({ text }) => /@ts-(ignore|nocheck|expect-error)/.test(text)).map(({ file }) => file),
    ).toEqual([]);
  });

  it("the type any stands in the contract only", () => {
    const others = product.filter(({ file }) => inNone(file, "plugins/contract"));

    expect(nodesThat(others, ({ kind }) => kind === ts.SyntaxKind.AnyKeyword)).toEqual([]);
  });

  it("a source reads no clock, no global dice and no locale", () => {
    expect(nodesThat(product, isUnsteady)).toEqual([]);
  });

  it("nothing is computed by functions whose last bit is the engine's own", () => {
    expect(nodesThat(product, isEngineMath)).toEqual([]);
  });

  it("functions of the engine's own are found, and powers that are exact are none", () => {
    const text = "Math.exp(x); Math.pow(x, 2); x ** 2; 2 ** n; 10n ** m; Math.sqrt(x); Math.max(x, y);";

    expect(nodesThat([parseSource("x.ts", text)], isEngineMath)).toHaveLength(3);
  });

  it("a clock, dice and a locale are found", () => {
    const text =
      "Date.now(); new Date(); Date(); performance.now(); Math.random(); a.localeCompare(b); x.toLocaleString(); Intl.X; crypto.randomUUID();";

    expect(nodesThat([parseSource("x.ts", text)], isUnsteady)).toHaveLength(9);
  });
});

const EXACT = /^Math\.(abs|sign|floor|ceil|round|trunc|fround|sqrt|min|max|imul|clz32|[A-Z][A-Z0-9_]*)$/;
/** A power of two is exact, and so are whole numbers of any size. */
const EXACT_BASE = /^(2|\d+n)$/;

function isEngineMath(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === "Math")
    return !EXACT.test(node.getText());
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken &&
    !EXACT_BASE.test(node.left.getText())
  );
}

const OTHER_SCHEMA = /^effect\/(Schema|SchemaAST|ParseResult|JSONSchema|Arbitrary|Pretty)$/;

function importsThat(
  among: ReadonlyArray<Source>,
  matches: (found: Import, file: string) => boolean,
): ReadonlyArray<string> {
  return among.flatMap(({ file, imports }) =>
    imports.filter((found) => matches(found, file)).map(({ target }) => `${file} imports ${target}`),
  );
}

function namesFrom(among: ReadonlyArray<Source>, module: string) {
  return among.flatMap(({ file, tree }) =>
    nodesOf(tree)
      .filter(ts.isImportDeclaration)
      .filter(({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === module)
      .flatMap((declaration) => nodesOf(declaration).filter(ts.isImportSpecifier))
      .map(({ name, propertyName }) => ({ file, name: (propertyName ?? name).text })),
  );
}

function nodesThat(among: ReadonlyArray<Source>, matches: (node: ts.Node) => boolean): ReadonlyArray<string> {
  return among.flatMap(({ tree }) =>
    nodesOf(tree)
      .filter(matches)
      .map((node) => `${placeOf(node)} ${node.getText(tree).split("\n")[0]}`),
  );
}

/** Identifiers that stand for a value of that name, not for a property. */
function identifiersThat(
  among: ReadonlyArray<Source>,
  matches: (name: string) => boolean,
): ReadonlyArray<string> {
  return nodesThat(
    among,
    (node) =>
      ts.isIdentifier(node) &&
      matches(node.text) &&
      !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node),
  );
}

/** The same folder, or the same place under test/. */
function isSameFolder(file: string, target: string): boolean {
  const folder = posix.dirname(file);
  return (
    folder === posix.dirname(target) ||
    folder === `test/${posix.dirname(target)}` ||
    (isIn(file, "test") && isIn(target, "test"))
  );
}

function isNotErasable(node: ts.Node): boolean {
  return (
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    (ts.isExportAssignment(node) === true && node.isExportEquals === true) ||
    (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))
  );
}

function isLooseCast(node: ts.Node): boolean {
  if (ts.isTypeAssertionExpression(node)) return true;
  if (!ts.isAsExpression(node)) return false;
  const isThroughUnknown =
    ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;
  return node.type.kind === ts.SyntaxKind.AnyKeyword || isThroughUnknown;
}

const UNSTEADY =
  /^(Math\.random|Date\.now|performance\.now|crypto\.(randomUUID|randomBytes|getRandomValues))$/;

function isUnsteady(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return UNSTEADY.test(node.getText()) || /^(toLocale\w*|localeCompare)$/.test(node.name.text);
  }
  if (ts.isNewExpression(node))
    return node.expression.getText() === "Date" && (node.arguments ?? []).length === 0;
  if (ts.isCallExpression(node)) return node.expression.getText() === "Date";
  return ts.isIdentifier(node) && node.text === "Intl";
}

function cycles(among: ReadonlyArray<Source>): ReadonlyArray<string> {
  const edges = new Map(
    among.map(({ file, imports }) => [
      file,
      imports.filter(({ isRelative }) => isRelative).map(({ target }) => target),
    ]),
  );
  const done = new Set<string>();
  const found: Array<string> = [];
  const walk = (file: string, path: ReadonlyArray<string>): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      found.push([...path.slice(start), file].join(" -> "));
      return;
    }
    if (done.has(file)) return;
    for (const target of edges.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return found;
}
