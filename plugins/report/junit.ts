import { Effect, Stream } from "effect";
import {
  type ControlFinding,
  definePlugin,
  type Report,
  Schema,
  type SmokeOutcome,
} from "../contract/mod.ts";
import { ranksOf } from "./_beside.ts";
import { type GateOutcome, gateOutcomes } from "./_gate_outcomes.ts";
import { visible } from "./_text.ts";
import { type Element, xmlDocument } from "./_xml.ts";

/**
 * `junit.xml`: a test suite a model and a test case a gate, for continuous integration. A failed gate is a failure, a gate
 * that had nothing to judge is skipped, a candidate that the smoke test took out is an error, and so is a control of the
 * instrument that came out wrong.
 */
export const junit = definePlugin({
  kind: "report",
  name: "junit",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) => Effect.sync(() => [{ name: "junit.xml", content: Stream.make(writeJunit(report)) }]),
  }),
});
export default junit;

/** The text of `junit.xml`; it holds no time, so that the same run gives the same bytes. */
export function writeJunit(report: Report): string {
  const { analysis, candidates, results } = report;
  const suites = [
    ...instrument(analysis.instrument.controls),
    ...results.map((_, index) => modelSuite(report, index)),
    ...(candidates ?? []).filter(({ selected }) => !selected).map(excludedSuite),
  ];
  const { skipped: _, ...total } = counts(suites.flatMap(({ cases }) => cases));
  const attributes = { name: "recall-guard", ...total };
  return xmlDocument({ name: "testsuites", attributes, children: suites.map(suiteElement) });
}

interface TestCase {
  readonly name: string;
  readonly state: "passed" | "failure" | "error" | "skipped";
  readonly reason: string;
}

interface Suite {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: ReadonlyArray<TestCase>;
  readonly says: ReadonlyArray<string>;
}

function modelSuite(report: Report, index: number): Suite {
  const { results, verdicts, analysis, gates } = report;
  const model = results[index]?.model ?? "";
  const verdict = verdicts[index];
  const found = analysis.models[index];
  const rank = ranksOf(report)[index] ?? null;
  return {
    name: model,
    properties: {
      gates: gates.name,
      ...(rank === null ? {} : { rank: String(rank) }),
      survives: String(verdict?.survives ?? false),
      warnings: (verdict?.warnings ?? []).join(";"),
      ...(found === undefined
        ? {}
        : { verdict: found.verdict.verdict, outcome_recall: found.outcomes.recall }),
    },
    cases: gateOutcomes(report, index).map(gateCase),
    says:
      found === undefined
        ? []
        : [
            `outcome-recall ${found.outcomes.recall}: ${found.outcomes.sentence}`,
            `${found.verdict.verdict}: ${found.verdict.sentence}`,
            ...(verdict?.says ?? []),
          ],
  };
}

const STATES = { passed: "passed", failed: "failure", skipped: "skipped" } as const;

function gateCase({ gate, outcome, reason }: GateOutcome): TestCase {
  return { name: gate, state: STATES[outcome], reason: reason ?? "" };
}

function excludedSuite({ model, passed, reason, detail }: SmokeOutcome): Suite {
  const why = [reason, detail].filter((part) => part !== null).join(": ");
  const smoke: TestCase = passed
    ? { name: "smoke", state: "skipped", reason: "it passed, and enough models had passed before" }
    : { name: "smoke", state: "error", reason: why === "" ? "it failed the smoke test" : why };
  return { name: model, properties: {}, cases: [smoke], says: [] };
}

function instrument(controls: ReadonlyArray<ControlFinding>): ReadonlyArray<Suite> {
  if (controls.length === 0) return [];
  const cases = controls.map(({ control, expects, passed, verdict }): TestCase => {
    const reason = `it had to show: ${expects}; it showed ${verdict.verdict}: ${verdict.sentence}`;
    return { name: control, state: passed ? "passed" : "error", reason };
  });
  return [{ name: "instrument", properties: {}, cases, says: [] }];
}

function counts(cases: ReadonlyArray<TestCase>) {
  const of = (state: TestCase["state"]) => cases.filter((test) => test.state === state).length;
  return {
    tests: cases.length,
    failures: of("failure"),
    errors: of("error"),
    skipped: of("skipped"),
  };
}

function suiteElement({ name, properties, cases, says }: Suite): Element {
  const named = Object.entries(properties).map(([name, value]): Element => {
    return { name: "property", attributes: { name, value } };
  });
  return {
    name: "testsuite",
    attributes: { name, ...counts(cases) },
    children: [
      ...(named.length === 0 ? [] : [{ name: "properties", attributes: {}, children: named }]),
      ...cases.map((test) => caseElement(name, test)),
      ...(says.length === 0
        ? []
        : [{ name: "system-out", attributes: {}, children: says.map(visible).join("\n") }]),
    ],
  };
}

function caseElement(suite: string, { name, state, reason }: TestCase): Element {
  const attributes = { classname: suite, name };
  if (state === "passed") return { name: "testcase", attributes };
  const type = state === "skipped" ? null : name;
  return {
    name: "testcase",
    attributes,
    children: [
      {
        name: state,
        attributes: { message: reason, type },
        ...(state === "skipped" ? {} : { children: `${suite}: ${name}: ${reason}` }),
      },
    ],
  };
}
