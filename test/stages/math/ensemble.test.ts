import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Decision,
  type Draw,
  type Ensemble,
  type EnsembleSpec,
  ensembleRefusal,
  ensembleSpec,
  estimateCost,
  type FailCounts,
  reduceDraws,
  shuffle,
} from "../../../stages/math/mod.ts";
import { golden, raises } from "./_golden.ts";
import { mulberry32 } from "./_mulberry32.ts";

interface Reply {
  readonly content?: string;
  readonly error?: string;
  readonly status?: number;
}

interface Input {
  readonly fn: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly replies: ReadonlyArray<Reply>;
  readonly contents: ReadonlyArray<string>;
  readonly decide: "content" | "direction" | "raise_on_bad";
  readonly components: "float_axis" | "json" | null;
  readonly waves: ReadonlyArray<number> | null;
  readonly n_requested: number | null;
  readonly fail_counts: FailCounts | null;
  readonly max_retries: number;
  readonly has_reference: boolean;
  readonly seconds_per_request: number | null;
}

interface Reduced {
  readonly consensus_content: string;
  readonly location: Readonly<Record<string, number>>;
  readonly location_snapped: Readonly<Record<string, number>> | null;
  readonly grid_adherence: Readonly<Record<string, number>> | null;
  readonly multimodal: ReadonlyArray<string>;
  readonly component_verdicts: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>> | null]>;
  readonly agreement: number;
  readonly agreement_ci: readonly [number, number];
  readonly draw_dependence: number | null;
  readonly max_tokens: number | null;
  readonly temperature: number | null;
  readonly n_requested: number;
  readonly n_parsed: number;
  readonly fail_counts: ReadonlyArray<readonly [string, number]>;
  readonly draws_sha256: string;
  readonly draws: ReadonlyArray<string>;
}

interface Outcome {
  readonly result: Reduced | { readonly error: string };
  readonly worst_case_requests: number;
  readonly estimated_seconds: number | null;
}

const cases = golden<Input, Outcome | { readonly error: string }>("ensemble");
const named = (fn: string) => cases.filter(({ input }) => input.fn === fn);

const FIELDS: Readonly<Record<string, keyof EnsembleSpec>> = {
  location_mode: "location",
  multimodal_action: "multimodal",
};

/** A specification in the reference's spelling. */
function specOf(given: Readonly<Record<string, unknown>>): EnsembleSpec {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return ensembleSpec(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [FIELDS[name] ?? camel(name), value])),
  );
}

function decide(content: string, by: Input["decide"]): Decision {
  if (by !== "direction") return content;
  const direction = /Direction: (-1|0|1)\b/.exec(content)?.[1];
  return direction === undefined ? null : Number(direction);
}

function drawOf(content: string, { decide: by, components }: Input): Draw {
  const decision = decide(content, by);
  if (components === null) return { content, decision };
  return {
    content,
    decision,
    components: components === "json" ? JSON.parse(content) : { axis: Number(content) },
  };
}

const KINDS: Readonly<Record<string, string>> = { runtime: "transport" };

/** What `spec.draws` calls bring, wave by wave, before anything is reduced. */
function collected(input: Input, spec: EnsembleSpec) {
  const draws: Array<Draw> = [];
  const waves: Array<number> = [];
  const failCounts: Record<string, number> = {};
  for (let i = 0; i < spec.draws; i++) {
    const { content, error } = input.replies[i % input.replies.length]!;
    const isBad = input.decide === "raise_on_bad" && content === "bad";
    const reason = isBad ? "projection" : error === undefined ? null : (KINDS[error] ?? error);
    if (reason === null) {
      draws.push(drawOf(content!, input));
      waves.push(Math.floor(i / spec.maxWorkers));
    } else failCounts[reason] = (failCounts[reason] ?? 0) + 1;
  }
  return { draws, waves, failCounts };
}

function expectReduced(found: Ensemble, expected: Reduced): void {
  expect({
    consensus_content: found.consensusContent,
    location: found.location,
    location_snapped: found.locationSnapped,
    grid_adherence: found.gridAdherence,
    multimodal: found.multimodal,
    component_verdicts: found.componentVerdicts.map(([name, verdict]) => [
      name,
      verdict && {
        separated: verdict.separated,
        lower_mass: verdict.lowerMass,
        upper_mass: verdict.upperMass,
        trough_mass: verdict.troughMass,
        gap: verdict.gap,
      },
    ]),
    agreement: found.agreement,
    draw_dependence: found.drawDependence,
    max_tokens: found.maxTokens,
    temperature: found.temperature,
    n_requested: found.nRequested,
    n_parsed: found.nParsed,
    fail_counts: found.failCounts,
    draws_sha256: found.drawsSha256,
    draws: found.draws,
  }).toEqual(withoutInterval(expected));
  expect(found.agreementCi.lo).toBeCloseTo(expected.agreement_ci[0], 12);
  expect(found.agreementCi.hi).toBeCloseTo(expected.agreement_ci[1], 12);
}

function withoutInterval({ agreement_ci, ...rest }: Reduced): Omit<Reduced, "agreement_ci"> {
  return rest;
}

describe("reduceDraws()", () => {
  it.each(named("reduce_draws"))("agrees with the reference on $name", ({ input, expected }) => {
    const reduce = () =>
      reduceDraws(
        input.contents.map((content) => drawOf(content, input)),
        specOf(input.spec),
        {
          waves: input.waves,
          ...(input.n_requested === null ? {} : { nRequested: input.n_requested }),
          ...(input.fail_counts === null ? {} : { failCounts: input.fail_counts }),
        },
      );
    const { result } = expected as Outcome;
    if (raises(result)) expect(reduce).toThrow(RangeError);
    else expectReduced(reduce(), result);
  });

  const isRejected = (replies: ReadonlyArray<Reply>) =>
    replies.some(({ status }) => status === 401 || status === 403);

  it.each(named("generate_ensemble").filter(({ input }) => !isRejected(input.replies)))(
    "agrees with the reference on $name",
    ({ input, expected }) => {
      const spec = specOf(input.spec);
      const { draws, waves, failCounts } = collected(input, spec);
      const refusal = ensembleRefusal(spec, { requested: spec.draws, parsed: draws.length, failCounts });
      const reduce = () => reduceDraws(draws, spec, { waves, nRequested: spec.draws, failCounts });
      const { result } = expected as Outcome;
      if (!raises(result)) {
        expect(refusal).toBeNull();
        expectReduced(reduce(), result);
      } else if (result.error === "RuntimeError") expect(refusal).not.toBeNull();
      else expect(reduce).toThrow(RangeError);
    },
  );

  it("does not see the order in which draws are stored, in any byte", () => {
    const spec = ensembleSpec({ minParsed: 1, grid: 0.1, location: "mean", retainDraws: true });
    const cell = fc.tuple(
      fc.constantFrom("a", "b", null),
      fc.integer({ min: 0, max: 12 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 40 }), fc.integer(), (cells, seed) => {
        const of = (some: typeof cells) =>
          reduceDraws(
            some.map(([decision, , value]) => ({
              content: `${decision} ${value}`,
              decision,
              components: { value },
            })),
            spec,
            { waves: some.map(([, wave]) => wave) },
          );
        expect(JSON.stringify(of(shuffle([...cells], mulberry32(seed))))).toBe(JSON.stringify(of(cells)));
      }),
    );
  });

  it("has a wider interval where draws of a wave decide as one, and none without waves", () => {
    const spec = ensembleSpec({ draws: 24, minParsed: 1 });
    const draws = Array.from({ length: 24 }, (_, i) => ({
      content: `${i}`,
      decision: i < 16 ? "up" : "down",
    }));
    const waves = draws.map((_, i) => Math.floor(i / 4));
    const found = reduceDraws(draws, spec, { waves });
    expect(found.agreementCiClustered).toMatchObject({ rho: 1, nEff: 6, hasFewWaves: true });
    expect(found.agreementCiClustered!.bound.lo).toBeLessThan(found.agreementCi.lo);
    expect(reduceDraws(draws, spec).agreementCiClustered).toBeNull();
  });

  it("breaks ties between texts as Python writes them", () => {
    const spec = ensembleSpec({ minParsed: 1 });
    const first = (decisions: ReadonlyArray<Decision>) =>
      reduceDraws(
        decisions.map((decision, i) => ({ content: `${i}`, decision })),
        spec,
      ).consensusDecision;
    // Python: sorted(map(repr, ["it's", "z"])) puts "it's" first for its double quotes, and '\n' before 'a'.
    expect(first(["z", "it's"])).toBe("it's");
    expect(first(["a", "\n"])).toBe("\n");
    expect(first(["None", null, 1])).toBe("None");
    expect(first([null, 1])).toBe(1);
  });

  it("refuses a draw that lacks a component", () => {
    const draws = [
      { content: "a", decision: 1, components: { x: 1 } },
      { content: "b", decision: 1 },
    ];
    expect(() => reduceDraws(draws, ensembleSpec({ minParsed: 1 }))).toThrow(RangeError);
  });

  it("refuses draws without a wave", () => {
    const draws = [{ content: "a", decision: 1 }];
    expect(() => reduceDraws(draws, ensembleSpec({ minParsed: 1 }), { waves: [] })).toThrow(RangeError);
  });
});

describe("ensembleRefusal()", () => {
  const spec = ensembleSpec({ draws: 8, minParsed: 2 });

  it("allows the share of draws lost on the way that the specification names, and no more", () => {
    expect(
      ensembleRefusal(spec, { requested: 8, parsed: 6, failCounts: { http: 1, timeout: 1 } }),
    ).toBeNull();
    expect(
      ensembleRefusal(spec, { requested: 8, parsed: 5, failCounts: { http: 1, timeout: 1, transport: 1 } }),
    ).toBe("3 of 8 draws lost on the way, more than a share of 0.25");
    expect(ensembleRefusal(spec, { requested: 8, parsed: 2, failCounts: { parse_failure: 6 } })).toBeNull();
  });
});

describe("ensembleSpec()", () => {
  it.each(named("EnsembleSpec"))("agrees with the reference on $name", ({ input, expected }) => {
    if (raises(expected)) expect(() => specOf(input.spec)).toThrow(RangeError);
    else expect(specOf(input.spec).agreementTarget).toBeNull();
  });

  it.each([
    { draws: 0 },
    { draws: 1.5 },
    { minParsed: 0 },
    { grid: Number.NaN },
    { confidence: Number.NaN },
    { densityRatio: -1 },
    { minClusterDraws: 0 },
    { maxTransportFailureRatio: -0.1 },
    { temperature: -0.1 },
    { trim: -0.1 },
    { retainDraws: 1 },
    { tail: "both" },
  ])("refuses %j by name and value", (given) => {
    const [[field, value] = []] = Object.entries(given);
    expect(() => specOf(given)).toThrow(new RegExp(`${field}: expected .*, got ${value}$`));
  });

  it("refuses a field that it does not know, and one that is given as undefined", () => {
    expect(() => specOf({ minParsd: 3 })).toThrow('unknown field "minParsd"');
    expect(() => specOf({ draws: undefined })).toThrow("draws: expected an integer >= 1, got undefined");
  });

  it("says how many unanimous draws a target needs", () => {
    const target = { agreementTarget: 0.95, tail: "two_sided", draws: 73, minParsed: 1 } as const;
    expect(ensembleSpec(target).agreementTarget).toBe(0.95);
    expect(() => ensembleSpec({ ...target, draws: 72 })).toThrow("73 unanimous draws are needed");
  });
});

describe("estimateCost()", () => {
  it.each(named("estimate_cost"))("agrees with the reference on $name", ({ input, expected }) => {
    const { worst_case_requests, estimated_seconds } = expected as Outcome;
    const cost = estimateCost(specOf(input.spec), {
      maxRetries: input.max_retries,
      hasReference: input.has_reference,
      secondsPerRequest: input.seconds_per_request,
    });
    expect(cost).toEqual({ worstCaseRequests: worst_case_requests, estimatedSeconds: estimated_seconds });
  });

  it("refuses plans that are none", () => {
    const spec = ensembleSpec({});
    expect(() => estimateCost(spec, { maxRetries: -1, hasReference: false })).toThrow(RangeError);
    expect(() => estimateCost(spec, { maxRetries: 0, hasReference: false, secondsPerRequest: -1 })).toThrow(
      RangeError,
    );
  });
});
