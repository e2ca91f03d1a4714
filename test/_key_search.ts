import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { SerializedError, UserConsoleLog } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { secretIn } from "./support/keys.ts";

/**
 * Gives the whole test run one temporary folder and, at its end, searches all that it left there (artifacts,
 * journals, what every command printed) and all that tests logged and reported for the keys that tests use.
 */
export function keySearch(): Reporter {
  const outside = tmpdir();
  const folder = mkdtempSync(join(outside, "recall-guard-tests-"));
  process.env["TMPDIR"] = folder;
  const found: Array<string> = [];
  const search = (where: string, text: Buffer | string) => {
    if (secretIn(text) !== null) found.push(where);
  };
  return {
    onInit: () => {
      mkdirSync(folder, { recursive: true });
    },
    onUserConsoleLog: ({ content }: UserConsoleLog) => search("a log line", content),
    onTestRunEnd: (modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<SerializedError>) => {
      for (const module of modules) search(`the errors of ${module.moduleId}`, inText(errorsOf(module)));
      search("the errors of the run", inText(errors));
      const files = filesUnder(folder);
      for (const file of files) search(file, readFileSync(file));
      const searched = `${files.length} files, log lines and errors searched for keys`;
      if (found.length > 0) {
        process.exitCode = 1;
        console.error(`\n${searched}: found in\n  ${found.join("\n  ")}\n`);
        return;
      }
      console.log(`\n${searched}: none found`);
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch (error) {
        console.log(`"${folder}" stays: ${String(error)}`);
      }
    },
  };
}

/** Whole, whatever an error holds. */
function inText(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: Infinity });
}

function errorsOf(module: TestModule) {
  const tests = [...module.children.allTests()].map((test) => test.result().errors ?? []);
  return [module.errors(), ...tests];
}

/** Every regular file but `.env`, where keys belong. */
function filesUnder(folder: string): ReadonlyArray<string> {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== ".env")
    .map((entry) => join(entry.parentPath, entry.name));
}
