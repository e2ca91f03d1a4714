import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Diagnosis, doctor } from "../../../runtime/doctor/mod.ts";
import { folder } from "../../support/cli.ts";
import { KEY } from "../../support/keys.ts";
import {
  type Choice,
  type Completion,
  type Fault,
  type MockOptions,
  startMock,
} from "../../support/mock/mod.ts";

const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer);

beforeEach(() => void vi.stubEnv("LAB_KEY", KEY));
afterEach(() => void vi.unstubAllEnvs());

interface Visit {
  readonly models?: ReadonlyArray<string>;
  readonly settings?: ReadonlyArray<string>;
  /** Whether the instrument is checked too, which takes seconds. */
  readonly controls?: boolean;
}

/** What the doctor says of a mock with these faults, and how many requests that took. */
async function visit(
  options: MockOptions,
  { models = ["lab/a"], settings = [], controls = false }: Visit = {},
) {
  const mock = await startMock(options);
  const directory = folder({
    "run.yaml": [
      "version: 1",
      "inputs: { eval_set: e.jsonl, is_memorized: i.jsonl, oos_control: o.jsonl, cutoffs: c.yaml }",
      `models: { candidates: [${models.join(", ")}] }`,
      `provider: { use: openai, with: { base_url: "${mock.url}", api_key_env: LAB_KEY } }`,
      "gates: { use: classic }",
      "request: { timeout_s: 0.5 }",
      "retry: { max: 1, backoff_s: 0 }",
      `controls: ${controls}`,
      ...settings,
      "",
    ].join("\n"),
  });
  const diagnosis = await Effect.runPromise(
    Effect.provide(doctor(join(directory, "run.yaml")), platform),
  ).finally(mock.close);
  expect(JSON.stringify(diagnosis)).not.toContain(KEY);
  return { diagnosis, requests: mock.arrivals.length };
}

/** Checks of the first model that are not ok, as `name status`. */
const complaints = ({ models }: Diagnosis) =>
  (models[0]?.findings ?? []).flatMap(({ check, status }) => (status === "ok" ? [] : [`${check} ${status}`]));

const says = ({ models }: Diagnosis, name: string) =>
  models[0]?.findings.find(({ check }) => check === name)?.says ?? "";

type Changed = (choice: Choice, before: number) => Choice;

const distorted =
  (change: Changed) =>
  (completion: Completion, before: number): Completion => ({
    ...completion,
    choices: [change(completion.choices[0], before)],
  });

const entries =
  (change: (entry: NonNullable<Choice["logprobs"]>["content"][number], i: number) => object): Changed =>
  ({ logprobs, ...choice }) =>
    ({ ...choice, logprobs: { content: logprobs?.content.map(change) } }) as Choice;

const lookAlike = (text: string) =>
  text.split("").map((token) => ({ token, logprob: -0.5, top_logprobs: [] }));

const sampled: Changed = (choice, before) => {
  const word = ["alpha", "beta", "gamma"][before] ?? "delta";
  const [first, ...rest] = choice.logprobs?.content ?? [];
  if (first === undefined) return choice;
  const told = {
    ...first,
    token: word,
    logprob: -3,
    top_logprobs: [
      { token: "x", logprob: -0.1 },
      { token: "y", logprob: -4 },
    ],
  };
  const content = `${word}${choice.message.content?.slice(first.token.length)}`;
  return { ...choice, message: { content }, logprobs: { content: [told, ...rest] } };
};

const reply = (status: number, body: unknown, headers = {}) => ({
  status,
  headers,
  body: JSON.stringify(body),
});

/** A fault of an endpoint, with what the doctor has to name. */
const FAULTS: ReadonlyArray<
  readonly [name: string, fault: Fault, named: ReadonlyArray<string>, words: RegExp]
> = [
  [
    "a rejected key",
    { does: reply(401, { error: { message: "bad key" } }) },
    ["inference failed"],
    /rejected the key in LAB_KEY \(HTTP 401: bad key\)/,
  ],
  [
    "a forbidden model",
    { does: reply(403, { detail: "not yours" }) },
    ["inference failed"],
    /HTTP 403 .*not yours/,
  ],
  [
    "an unknown model",
    { does: reply(404, { detail: "no such model" }) },
    ["inference failed"],
    /HTTP 404: no such model/,
  ],
  [
    "a server that is down",
    { does: reply(500, { error: "broken" }) },
    ["inference failed"],
    /HTTP 500: broken/,
  ],
  ["a server that hangs", { does: "hang" }, ["inference failed"], /no answer within 0\.5 s/],
  ["a server that drops connections", { does: "reset" }, ["inference failed"], /no reply from 127\.0\.0\.1/],
  ["a body that stalls", { does: "stall" }, ["inference failed"], /no answer within 0\.5 s/],
  [
    "a page in place of an answer",
    { does: { status: 200, body: "<html><title>Sign in</title></html>" } },
    ["inference failed"],
    /Sign in/,
  ],
  [
    "a spent account",
    { does: reply(429, { error: { message: "spent", code: "insufficient_quota" } }) },
    ["inference failed", "limits warning"],
    /spent/,
  ],
  [
    "faults now and then",
    { every: 4, does: reply(503, { error: "busy" }) },
    ["inference warning"],
    /after attempts that failed: HTTP 503: busy/,
  ],
  [
    "throttling",
    { every: 4, does: reply(429, {}, { "retry-after-ms": "40" }) },
    ["inference warning", "limits warning"],
    /1 of 6 attempts throttled, with waits of up to 0\.04 s/,
  ],
  [
    "no log-probabilities",
    { does: "no-logprobs" },
    ["logprobs failed"],
    /5 of 5 answers: the endpoint gave no logprobs \(5 times\)/,
  ],
  [
    "answers in another form",
    {
      does: distorted(
        (choice) =>
          ({
            message: { content: choice.message.content?.replace("Direction", "Signal") ?? null },
            ...{ finish_reason: "stop" },
            logprobs: {
              content: (choice.logprobs?.content ?? []).map((entry) =>
                entry.token === "Direction" ? { ...entry, token: "Signal" } : entry,
              ),
            },
          }) as Choice,
      ),
    },
    ["answers failed"],
    /no unambiguous direction \(3 times\); the first is "[^"]{20,60}…"/,
  ],
  [
    "refused log-probabilities",
    { does: reply(400, { error: { message: "logprobs are off", param: "logprobs" } }) },
    ["inference failed", "logprobs failed"],
    /refused: HTTP 400: logprobs are off/,
  ],
  [
    "-9999",
    { does: distorted(entries((entry, i) => (i === 3 ? { ...entry, logprob: -9999 } : entry))) },
    ["logprobs failed"],
    /token 4 of \d+ has logprob -9999/,
  ],
  [
    "nothing but zeros",
    { does: distorted(entries((entry) => ({ ...entry, logprob: 0, top_logprobs: [] }))) },
    ["logprobs failed"],
    /have logprob 0|no usable logprob/,
  ],
  [
    "null in place of a number",
    { does: distorted(entries((entry, i) => (i === 0 ? { ...entry, logprob: null } : entry))) },
    ["logprobs failed"],
    /token 1 of \d+ has no usable logprob/,
  ],
  [
    "no alternatives",
    { does: distorted(entries((entry) => ({ ...entry, top_logprobs: [] }))) },
    ["alternatives failed"],
    /0 of 20 at \d+ positions: .*no alternatives/,
  ],
  [
    "few alternatives",
    {
      does: distorted(
        entries((entry) => ({
          ...entry,
          top_logprobs: entry.top_logprobs.slice(0, 5),
        })),
      ),
    },
    ["alternatives warning"],
    /top-logprobs-capped: 5 of 20/,
  ],
  [
    "a cap on alternatives",
    {
      when: ({ top_logprobs }) => Number(top_logprobs) > 5,
      does: reply(400, { error: { message: "top_logprobs must be at most 5", param: "top_logprobs" } }),
    },
    ["alternatives warning"],
    /top-logprobs-capped: 5 of 20 .*takes no more than 5/,
  ],
  [
    "tokens of another text",
    {
      does: distorted((choice) => ({
        ...choice,
        message: { content: `${choice.message.content} Quite another end.` },
      })),
    },
    ["spelling failed"],
    /no run of the \d+ tokens spells the answer/,
  ],
  [
    "reasoning among the tokens",
    {
      does: distorted((choice) => ({
        ...choice,
        logprobs: { content: [...lookAlike("hidden thoughts. "), ...(choice.logprobs?.content ?? [])] },
      })),
    },
    ["reasoning warning"],
    /tokens stand outside 5 of 5 answers, up to 17/,
  ],
  [
    "a refused temperature",
    {
      when: (body) => "temperature" in body,
      does: reply(400, { error: { message: "no temperature here", param: "temperature" } }),
    },
    ["temperature warning"],
    /temperature-not-honoured: the endpoint refuses temperature 0/,
  ],
  [
    "another temperature",
    { does: distorted((choice) => ({ ...choice, temperature: 1 })) },
    ["temperature warning"],
    /temperature-not-honoured: reported as 1 \(5 times\), not 0/,
  ],
  [
    "sampling in spite of temperature 0",
    { does: distorted(sampled) },
    ["temperature warning", "stability warning"],
    /identical calls differ/,
  ],
  [
    "another model",
    { does: (completion) => ({ ...completion, model: "other/b" }) },
    ["model warning"],
    /served by other\/b \(5 times\)/,
  ],
  [
    "no text",
    {
      does: distorted((choice) => ({
        ...choice,
        finish_reason: "length",
        message: { content: null, reasoning_content: "hm" },
      })),
    },
    ["spelling failed", "reasoning warning", "answers failed"],
    /5 of 5 have tokens but no text/,
  ],
];

describe("doctor()", () => {
  it("is all green for a healthy endpoint, with five calls and its limits", async () => {
    const headers = { "x-ratelimit-limit-requests": "60", "x-ratelimit-remaining-requests": "59" };
    const { diagnosis, requests } = await visit({ headers, latencyMs: 3 }, { controls: true });
    expect(complaints(diagnosis)).toEqual([]);
    expect(diagnosis.instrument).toMatchObject({ ok: true, reason: null });
    expect([diagnosis.models[0]?.usable, requests]).toEqual([true, 5]);
    expect(says(diagnosis, "limits")).toBe(
      "announced: x-ratelimit-limit-requests 60, x-ratelimit-remaining-requests 59",
    );
    expect(says(diagnosis, "alternatives")).toMatch(/^20 of 20 at \d+ positions$/);
  });

  it.each(FAULTS)("names %s", async (_, fault, named, words) => {
    const { diagnosis } = await visit({ faults: [fault] });
    const found = complaints(diagnosis).filter((complaint) => !complaint.endsWith("unmeasured"));
    expect(found).toEqual(expect.arrayContaining([...named]));
    expect(diagnosis.models[0]?.findings.map((finding) => finding.says).join("\n")).toMatch(words);
    expect(diagnosis.models[0]?.usable).toBe(!named.some((name) => name.endsWith("failed")));
  });

  it("names both of two faults at once", async () => {
    const cap = {
      when: ({ top_logprobs }: Readonly<Record<string, unknown>>) => Number(top_logprobs) > 5,
      does: reply(400, { error: { message: "top_logprobs must be at most 5", param: "top_logprobs" } }),
    };
    const hot = { does: distorted((choice) => ({ ...choice, temperature: 1 })) };
    const { diagnosis } = await visit({ faults: [cap, hot] });
    expect(complaints(diagnosis)).toEqual(["alternatives warning", "temperature warning"]);
    const mute = { does: "no-logprobs" } as const;
    const busy = { every: 2, does: reply(503, {}) };
    const second = (await visit({ faults: [busy, mute] })).diagnosis;
    expect(complaints(second)).toEqual(expect.arrayContaining(["inference warning", "logprobs failed"]));
  });

  it("examines every model apart from the others", async () => {
    const faults = [{ model: "lab/b", does: "no-logprobs" }] as const;
    const { diagnosis, requests } = await visit({ faults }, { models: ["lab/a", "lab/b", "lab/c"] });
    expect(diagnosis.models.map(({ model, usable }) => [model, usable])).toEqual([
      ["lab/a", true],
      ["lab/b", false],
      ["lab/c", true],
    ]);
    expect(requests).toBe(15);
  });

  it("stops at the budget and says so", async () => {
    const { diagnosis, requests } = await visit({}, { settings: ["budget: { requests: 3 }"] });
    expect([diagnosis.budget?._tag, requests]).toEqual(["BudgetReached", 3]);
    expect(says(diagnosis, "logprobs")).toBe("usable for every token of 3 of 3 answers");
  });
});
