import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The code of every ```ts block that stands in a file's doc comments, in order. */
export function examplesOf(text: string): ReadonlyArray<string> {
  const comments = text.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment) =>
    [...comment.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code.replace(/^[ \t]*\* ?/gm, "")),
  );
}

/** What the doc examples import, by name. */
export const PACKAGE_ENTRIES = {
  "recall-guard/math": fileURLToPath(new URL("../stages/math/mod.ts", import.meta.url)),
  "recall-guard/plugin/testing": fileURLToPath(new URL("../runtime/conformance/mod.ts", import.meta.url)),
  "recall-guard/plugin": fileURLToPath(new URL("../plugins/contract/mod.ts", import.meta.url)),
};

/** Makes `file.ts?example=1` the module that is the file's second doc example; it says so by its `isExample`. */
export function docExamples() {
  return {
    name: "doc-examples",
    load(id: string) {
      const [file = "", number] = id.split("?example=");
      if (number === undefined) return null;
      return `${examplesOf(readFileSync(file, "utf8"))[Number(number)]}\nexport const isExample = true;\n`;
    },
  };
}
