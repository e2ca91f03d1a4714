import { posix } from "node:path";
import { Either } from "effect";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { assemble } from "../../plugins/contract/mod.ts";
import { baseline, cutoffGuard, evaluate, load, rank, report, smoke, standard } from "../../stages/mod.ts";
import { ROOT } from "../_sources.ts";

const MISORDERED = "pipeline(load, cutoffGuard, evaluate, smoke);";
const TWICE = "pipeline(load, cutoffGuard, smoke, smoke);";
const SOUND = "pipeline(load, cutoffGuard, smoke, baseline, calibrate, evaluate, rank, report);";

const PRELUDE = `
import { baseline, calibrate, cutoffGuard, evaluate, load, rank, report, smoke } from "../../stages/mod.ts";
import { pipeline } from "../../plugins/contract/mod.ts";
`;

describe("pipeline()", () => {
  let compiled: ReadonlyMap<string, ReadonlyArray<string>> = new Map();
  beforeAll(() => {
    compiled = compile([SOUND, MISORDERED, TWICE]);
  }, 120_000);

  it("compiles in the standard order", () => {
    expect(compiled.get(SOUND)).toEqual([]);
  });

  it("answers a stage out of place with a sentence", () => {
    const [says, ...more] = compiled.get(MISORDERED) ?? [];

    expect(says).toContain('Stage "evaluate" needs "shortlist", which no earlier stage gives');
    expect(more).toEqual([]);
  });

  it("answers an artifact given twice with a sentence", () => {
    const [says, ...more] = compiled.get(TWICE) ?? [];

    expect(says).toContain('Stage "smoke" gives "shortlist" a second time');
    expect(more).toEqual([]);
  });
});

describe("assemble()", () => {
  it("gives the pipeline where the order holds", () => {
    const assembled = Either.getOrThrow(assemble(standard.stages));

    expect(assembled.stages.map(({ name }) => name)).toEqual(standard.stages.map(({ name }) => name));
  });

  it("says what the compiler says, where, and the way out", () => {
    const positions = ["run.yaml:9:5", "run.yaml:10:5", "run.yaml:11:5", "run.yaml:12:5"];

    expect(issuesOf([load, cutoffGuard, baseline, smoke], positions)).toEqual([
      {
        at: "run.yaml:11:5",
        says: 'Stage "baseline" needs "shortlist", which no earlier stage gives; put "smoke" before it',
      },
    ]);
  });

  it("names an artifact that is given twice", () => {
    expect(issuesOf([load, cutoffGuard, smoke, smoke])).toEqual([
      { at: "", says: 'Stage "smoke" gives "shortlist" a second time; remove it or the earlier one' },
    ]);
  });

  it("names every stage out of place, in order", () => {
    const issues = issuesOf([rank, evaluate, report]).map(({ says }) => says);

    expect(issues.filter((says) => says.startsWith('Stage "rank"'))).toHaveLength(rank.needs.length - 2);
    const named = issues.map((says) => /^Stage "(\w+)"/.exec(says)?.[1]);
    expect([...new Set(named)]).toEqual(["rank", "evaluate", "report"]);
    expect(issues).toContain(
      'Stage "evaluate" needs "calibrators", which no earlier stage gives; add a stage that gives "calibrators" before it',
    );
  });
});

function issuesOf(stages: Parameters<typeof assemble>[0], positions: ReadonlyArray<string> = []) {
  const { issues } = Either.getOrThrow(Either.flip(assemble(stages, positions)));
  return issues.map(({ at, says }) => ({ at, says }));
}

/** What the compiler says of each statement, under the project's own options. */
function compile(statements: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> {
  const config = ts.readConfigFile(posix.join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [], files: [] },
    ts.sys,
    ROOT,
  );
  const files = new Map(
    statements.map(
      (statement, i) => [posix.join(ROOT, "test/types", `statement_${i}.ts`), statement] as const,
    ),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => (files.has(file) ? `${PRELUDE}${files.get(file)}` : readFile(file));
  const program = ts.createProgram([...files.keys()], options, host);
  return new Map(
    [...files].map(([file, statement]) => [
      statement,
      program
        .getSemanticDiagnostics(program.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n").replaceAll('\\"', '"')),
    ]),
  );
}
