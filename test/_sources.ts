import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What a source brings in from elsewhere. */
export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path from the checkout where the specifier is relative, otherwise the specifier. */
  readonly target: string;
  readonly isRelative: boolean;
  readonly isTypeOnly: boolean;
}

/** A TypeScript file of the checkout. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: ReadonlyArray<Import>;
}

/** Every path of the checkout that version control does not ignore. */
export function projectFiles(): ReadonlyArray<string> {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const listed = execFileSync("git", options, { cwd: ROOT, encoding: "utf8" }).split("\0");
  return [...new Set(listed)].filter((file) => file !== "" && existsSync(posix.join(ROOT, file))).toSorted();
}

/** The TypeScript files under some folders. */
export function sources(...folders: ReadonlyArray<string>): ReadonlyArray<Source> {
  return projectFiles()
    .filter((file) => file.endsWith(".ts") && folders.some((folder) => file.startsWith(`${folder}/`)))
    .map((file) => parseSource(file, readFileSync(posix.join(ROOT, file), "utf8")));
}

/** A source from its text. */
export function parseSource(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const imports = nodesOf(tree).flatMap((node) => importOf(node, file));
  return { file, text, tree, imports };
}

/** A node and all below it. */
export function nodesOf(root: ts.Node): ReadonlyArray<ts.Node> {
  const nodes: Array<ts.Node> = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

/** `file:line` of a node. */
export function placeOf(node: ts.Node): string {
  const tree = node.getSourceFile();
  return `${tree.fileName}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
}

function importOf(node: ts.Node, file: string): ReadonlyArray<Import> {
  if (ts.isImportDeclaration(node)) return [resolved(node.moduleSpecifier, file, isTypeOnly(node))];
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return [resolved(node.moduleSpecifier, file, node.isTypeOnly)];
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return [resolved(node.argument.literal, file, true)];
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments.map((argument) => resolved(argument, file, false));
  }
  return [];
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = importClause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function resolved(written: ts.Expression, file: string, isTypeOnly: boolean): Import {
  const specifier = ts.isStringLiteralLike(written) ? written.text : written.getText();
  const isRelative = specifier.startsWith(".");
  const target = isRelative ? posix.join(posix.dirname(file), specifier) : specifier;
  return { specifier, target, isRelative, isTypeOnly };
}
