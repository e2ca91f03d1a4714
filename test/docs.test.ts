import { posix } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { examplesOf } from "./_examples.ts";
import { ROOT, type Source, sources } from "./_sources.ts";

const math = published("stages/math");
const contract = published("plugins/contract");
const examples = [...math, ...contract].flatMap(({ file, text }) =>
  examplesOf(text).map((code, number) => ({ name: `${file} example ${number + 1}`, file, code, number })),
);

describe("doc examples", () => {
  it.each(examples)("$name runs", async ({ file, number }) => {
    const module = await import(`${posix.join(ROOT, file)}?example=${number}`);

    expect(module.isExample).toBe(true);
  });

  it.each(examples)("$name checks what it shows, by the names a reader has", ({ code }) => {
    expect(code).toMatch(/ from "recall-guard\/(math|plugin)"/);
    expect(code).toMatch(/\bassert\b|\bexport default\b/);
    expect(code).not.toMatch(/ from "\./);
  });
});

describe("doc comments", () => {
  it.each([...math, ...contract])("every export of $file has one", (source) => {
    expect(exportsOf(source).filter(({ docs }) => docs.length === 0)).toEqual([]);
  });

  it.each(math)("every function of $file shows an example", (source) => {
    const functions = exportsOf(source).filter(({ isFunction }) => isFunction);

    expect(functions.filter(({ docs }) => !docs.some((doc) => doc.includes("@example")))).toEqual([]);
  });
});

/** The files whose exports a folder's `mod.ts` passes on. */
function published(folder: string): ReadonlyArray<Source> {
  const files = sources(folder);
  const face = files.find(({ file }) => file === `${folder}/mod.ts`);
  return files.filter(({ file }) => face?.imports.some(({ target }) => target === file));
}

interface Exported {
  readonly name: string;
  readonly isFunction: boolean;
  readonly docs: ReadonlyArray<string>;
}

/** What a file declares and exports; a value and a type of one name share their comment. */
function exportsOf({ tree }: Source): ReadonlyArray<Exported> {
  const declared = tree.statements.filter(isExported).flatMap((statement) =>
    namesOf(statement).map((name) => ({
      name,
      isFunction: ts.isFunctionDeclaration(statement),
      docs: ts
        .getJSDocCommentsAndTags(statement)
        .filter(ts.isJSDoc)
        .map((doc) => doc.getText(tree)),
    })),
  );
  return [...new Set(declared.map(({ name }) => name))].map((name) => {
    const same = declared.filter((other) => other.name === name);
    return {
      name,
      isFunction: same.some(({ isFunction }) => isFunction),
      docs: same.flatMap(({ docs }) => docs),
    };
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function namesOf(statement: ts.Statement): ReadonlyArray<string> {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  return [];
}
