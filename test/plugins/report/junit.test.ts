import { DOMParser } from "linkedom";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../../plugins/mod.ts";
import junitByDefault, { junit, writeJunit } from "../../../plugins/report/junit.ts";
import { readXml, type XmlElement } from "../../support/xml.ts";
import { analysisOf, HOSTILE, modelAnalysis } from "./_analysed.ts";
import { fileOf, PASSING, recordsOf, reportOf, UNCALIBRATED } from "./_golden.ts";

const OUTCOME = { passed: true, selected: true, reason: null, detail: null };
const asked = { ...recordsOf(), size: 4 };
const GOOD = { ...PASSING, records: asked };
const WEAK = { ...PASSING, model: "lab/weak", mcsAuc: { point: 0.5, lo: 0.4, hi: 0.6 }, records: asked };
const CONTROL = { control: "strong", expects: "memory", auc: null, p: null };
const VERDICT = { verdict: "inconclusive", sentence: "Nothing was seen" };

const report = reportOf([GOOD, WEAK, UNCALIBRATED], {
  analysis: analysisOf(
    [modelAnalysis(GOOD.model), modelAnalysis(WEAK.model), modelAnalysis(UNCALIBRATED.model)],
    {
      instrument: {
        ok: false,
        reason: "strong: inconclusive",
        controls: [
          { ...CONTROL, passed: false, verdict: VERDICT },
          { ...CONTROL, control: "clean", passed: true, verdict: VERDICT },
        ],
      },
    },
  ),
  candidates: [
    { ...OUTCOME, model: GOOD.model },
    {
      ...OUTCOME,
      model: "lab/mute",
      passed: false,
      selected: false,
      reason: "no_logprobs",
      detail: "none given",
    },
    { ...OUTCOME, model: "lab/eleventh", selected: false },
  ],
});

const named = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name);

/** What a case came to, by its name. */
function states(suite: XmlElement | undefined): Readonly<Record<string, string>> {
  const cases = suite === undefined ? [] : named(suite, "testcase");
  return Object.fromEntries(
    cases.map((test) => [test.attributes["name"], test.children[0]?.name ?? "passed"]),
  );
}

/** Breaches of the schema that Jenkins' xUnit plugin publishes (junit-10.xsd), as far as this file uses it. */
function breaches(root: XmlElement): ReadonlyArray<string> {
  const ALLOWED: Readonly<Record<string, readonly [attributes: RegExp, children: RegExp]>> = {
    testsuites: [/^(name|time|tests|failures|disabled|errors)$/, /^(testsuite )*$/],
    testsuite: [
      /^(name|tests|failures|errors|time|disabled|skipped|timestamp|hostname|id|package)$/,
      /^(properties )?(testcase )*(system-out )?(system-err )?$/,
    ],
    properties: [/^$/, /^(property )*$/],
    property: [/^(name|value)$/, /^$/],
    testcase: [/^(name|assertions|time|classname|status)$/, /^((skipped|error|failure) )?$/],
    skipped: [/^(type|message)$/, /^$/],
    failure: [/^(type|message)$/, /^$/],
    error: [/^(type|message)$/, /^$/],
    "system-out": [/^$/, /^$/],
  };
  const [attributes, children] = ALLOWED[root.name] ?? [/(?!)/, /(?!)/];
  return [
    ...Object.keys(root.attributes)
      .filter((key) => !attributes.test(key))
      .map((key) => `${root.name}@${key}`),
    ...(children.test(root.children.map(({ name }) => `${name} `).join(""))
      ? []
      : [`${root.name} holds others`]),
    ...(["testsuite", "testcase", "property"].includes(root.name) && root.attributes["name"] === undefined
      ? [`${root.name} has no name`]
      : []),
    ...root.children.flatMap(breaches),
  ];
}

/** The counts of a suite against its cases. */
function counted(suite: XmlElement) {
  const of = (name: string) =>
    named(suite, "testcase").filter((test) => test.children.some((child) => child.name === name)).length;
  return {
    tests: String(named(suite, "testcase").length),
    failures: String(of("failure")),
    errors: String(of("error")),
    skipped: String(of("skipped")),
  };
}

describe("junit", () => {
  it("junit is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["junit"]!()).default).toBe(junit);
    expect(junitByDefault).toBe(junit);
  });

  it("junit writes a suite a model and a case a gate", async () => {
    const root = readXml(await fileOf(junit.make({}), report));
    const [instrument, good, weak, unasked, mute, eleventh] = named(root, "testsuite");

    expect(states(instrument)).toEqual({ strong: "error", clean: "passed" });
    expect(states(good)).toEqual({
      "weak-calibration": "passed",
      "parse-unreliable": "passed",
      "not-better-than-baseline": "passed",
      uncalibrated: "passed",
    });
    expect(states(weak)).toMatchObject({ "weak-calibration": "failure", uncalibrated: "passed" });
    expect(states(unasked)).toEqual({
      "weak-calibration": "skipped",
      "parse-unreliable": "skipped",
      "not-better-than-baseline": "skipped",
      uncalibrated: "failure",
    });
    expect(states(mute)).toEqual({ smoke: "error" });
    expect(states(eleventh)).toEqual({ smoke: "skipped" });
  });

  it("junit gives the reason of a failure and the verdict of a model", () => {
    const suites = named(readXml(writeJunit(report)), "testsuite");
    const failures = suites
      .flatMap((suite) => named(suite, "testcase"))
      .flatMap((test) => named(test, "failure"));

    expect(failures.map(({ attributes }) => attributes["message"])).toEqual([
      "memguard_acc_lo=0.6000, mcs_auc_point=0.5000, parse_success_rate=1.0000",
      "12 of 50 control rows are valid",
    ]);
    expect(named(suites[1]!, "system-out")[0]?.text).toContain(
      "underpowered: So few rows show only an AUC above .70",
    );
  });

  it("junit keeps to the schema that Jenkins publishes, and its counts add up", () => {
    const root = readXml(writeJunit(report));
    const suites = named(root, "testsuite");

    expect(breaches(root)).toEqual([]);
    for (const suite of suites) expect(suite.attributes).toMatchObject(counted(suite));
    expect(root.attributes).toMatchObject({ tests: "16", failures: "2", errors: "2" });
  });

  it.each(HOSTILE)("junit stays XML 1.0 with a model named %j", (model) => {
    const hostile = { ...WEAK, model, warnings: [model] };
    const analysis = analysisOf([modelAnalysis(model, { verdict: { verdict: model, sentence: model } })]);
    const text = writeJunit(reportOf([hostile], { analysis, known: [model] }));
    const root = readXml(text);

    expect(breaches(root)).toEqual([]);
    expect(text).not.toMatch(/<img|(?!\n)\p{Cc}|[\u202e\ufffe]/u);
    const parsed = new DOMParser().parseFromString(text, "text/xml");
    expect(parsed.querySelectorAll("testsuite")).toHaveLength(1);
    expect(parsed.querySelectorAll("testcase > failure")).toHaveLength(1);
    const name = named(root, "testsuite")[0]?.attributes["name"] ?? "";
    expect(name.replaceAll(/\\u\{[0-9a-f]+\}/g, "")).toBe(model.replaceAll(/[\p{Cc}\u202e\ufffe]/gu, ""));
  });
});
