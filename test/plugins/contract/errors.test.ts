import { describe, expect, it } from "vitest";
import * as contract from "../../../plugins/contract/mod.ts";

/** The exit codes of the manual; every error that ends a run is in it. */
const MANUAL: Readonly<Record<string, number>> = {
  ReportError: 1,
  EnsembleError: 1,
  OutputError: 1,
  ConfigError: 2,
  InputError: 2,
  CredentialError: 2,
  PluginError: 2,
  EmptyShortlist: 2,
  JournalError: 2,
  ConfigurationError: 2,
  CalibrationError: 2,
  CalibratorMismatch: 2,
  CutoffViolation: 3,
  ReplayMismatch: 4,
  WaitLimitReached: 5,
  BudgetReached: 5,
  DoctorFailed: 7,
  TooFewSurvivors: 6,
};

/** Errors that end an attempt, not a run. */
const INNER = ["ProviderError"];

describe("EXIT_CODE", () => {
  it("is the manual's table", () => {
    expect(contract.EXIT_CODE).toMatchObject(MANUAL);
  });

  it("has a code for every error of the contract that can end a run", () => {
    const tags = Object.entries(contract)
      .filter(([, value]) => typeof value === "function" && value.prototype instanceof Error)
      .map(([name]) => name);

    expect(tags.filter((tag) => !INNER.includes(tag)).toSorted()).toEqual(
      Object.keys(contract.EXIT_CODE).toSorted(),
    );
  });

  it("keeps 0 for success and 130 for an interruption", () => {
    for (const code of Object.values(contract.EXIT_CODE)) expect([1, 2, 3, 4, 5, 6, 7]).toContain(code);
  });
});

describe("ConfigError", () => {
  it("says one line an issue, each with its place", () => {
    const error = new contract.ConfigError({
      issues: [
        new contract.Issue({ at: "run.yaml:3:5", says: "seed: expected a whole number, got 1.5" }),
        new contract.Issue({ at: "", says: 'Cannot write to "out": it holds files already' }),
      ],
    });

    expect(error.message).toBe(
      'run.yaml:3:5: seed: expected a whole number, got 1.5\nCannot write to "out": it holds files already',
    );
  });
});

describe("the errors", () => {
  it("say what they were made with, and are errors by their tag", () => {
    const error = new contract.InputError({ message: 'Cannot read "a.jsonl": there is no such file' });

    expect(error).toBeInstanceOf(Error);
    expect([error._tag, error.message]).toEqual([
      "InputError",
      'Cannot read "a.jsonl": there is no such file',
    ]);
  });

  it("begin with a capital and end without a full stop in every sentence of the product", async () => {
    const { nodesOf, sources } = await import("../../_sources.ts");
    const { default: ts } = await import("typescript");
    const made = sources("plugins", "stages", "runtime").flatMap(({ file, tree }) =>
      nodesOf(tree)
        .filter(ts.isNewExpression)
        .filter(({ expression }) => expression.getText(tree) in contract.EXIT_CODE)
        .flatMap((node) => nodesOf(node).filter(ts.isPropertyAssignment))
        .filter(({ name }) => name.getText(tree) === "message")
        .map(({ initializer }) => ({ file, text: initializer.getText(tree) }))
        .filter(({ text }) => /^["'`]/.test(text)),
    );

    expect(made.length).toBeGreaterThan(15);
    expect(made.filter(({ text }) => !/^["'`]([A-Z]|\$\{)/.test(text) || /\.["'`]$/.test(text))).toEqual([]);
  });
});
