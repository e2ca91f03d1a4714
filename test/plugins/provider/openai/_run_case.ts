import { Either } from "effect";
import { type Features, Schema } from "../../../../plugins/contract/mod.ts";
import { readBaseUrl } from "../../../../plugins/provider/openai/_base_url.ts";
import { retryAfter } from "../../../../plugins/provider/openai/_retry_after.ts";
import { Config } from "../../../../runtime/config/schema.ts";
import { FEATURES } from "../../../../stages/math/mod.ts";
import type { Rule, ScriptReply } from "../../../support/script/mod.ts";
import { type Asked, type Asking, ask, type Row } from "./_ask_case.ts";
import type { Accepted, Case } from "./_cases.ts";
import { isRow, type Judged, judge, matches, outcomeOf } from "./_judge.ts";

const MODEL = "lab/mock-7b";
const KEY = "nvapi-LABFAKEKEY0123456789abcdefXYZ";

/** Serves a case and says what it came to. */
export async function runCase(one: Case): Promise<Judged> {
  switch (one.input.type) {
    case "chat_response":
    case "chat_pair":
      return chatResponse(one);
    case "chat_sequence":
      return chatSequence(one);
    case "mock_server":
      return mockServer(one);
    case "retry_delay":
      return retryDelay(one);
    case "base_url":
      return baseUrl(one);
    case "api_key":
      return apiKey(one);
    default:
      throw new Error(`no way to run ${one.input.type}`);
  }
}

const always = (reply: ScriptReply): ReadonlyArray<Rule> => [{ when: "always", reply }];
const questions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ model: MODEL, prompt: `p ${i}` }));

async function chatResponse(one: Case): Promise<Judged> {
  const { response, reference_response, baseline_body, reference_features } = one.input;
  const asked = await ask({ ...single(response), ...referenceOf(one) });
  const [row] = asked.rows;
  const baseline =
    baseline_body === undefined ? null : (await ask(single({ status: 200, body: baseline_body }))).rows;
  const isRight = (accepted: Accepted) =>
    row !== undefined &&
    accepted.outcome !== undefined &&
    isRow(row, { ...accepted, outcome: accepted.outcome }) &&
    (accepted.same_features_as === undefined || isSame(row, baseline?.[0])) &&
    (accepted.outcome === "fail" ||
      reference_features === undefined ||
      isMeasuredAs(row, reference_features)) &&
    (accepted.outcome === "fail" || reference_response === undefined || row.features?.ref_delta !== null);
  return judge(one, isRight, outcomeOf({ ...asked, arrivals: asked.arrivals.slice(-1) }));
}

function single(reply: ScriptReply | undefined): Asking {
  return { rules: reply === undefined ? [] : always(reply), questions: questions(1) };
}

function referenceOf({ input: { response, reference_response } }: Case): Partial<Asking> {
  if (reference_response === undefined || response === undefined) return {};
  const rules = [
    { when: { body_eq: { model: "lab/reference" } }, reply: reference_response },
    { when: "otherwise" as const, reply: response },
  ];
  return { rules, reference: "lab/reference" };
}

function isSame(row: Row, other: Row | undefined): boolean {
  const near = (name: keyof Features) =>
    Math.abs((row.features?.[name] ?? 0) - (other?.features?.[name] ?? 0)) < 1e-12;
  return other?.features != null && FEATURES.every(near);
}

function isMeasuredAs(
  { features, tokens }: Row,
  expected: NonNullable<Case["input"]["reference_features"]>,
): boolean {
  const isNear = (value: number | null | undefined, other: number) => Math.abs((value ?? 9) - other) < 2e-6;
  return (
    tokens === expected.n_tokens &&
    isNear(features?.loss, expected.mean_neg_logprob) &&
    isNear(features?.min_k, expected.mean_lowest_20pct_logprob)
  );
}

async function chatSequence(one: Case): Promise<Judged> {
  const rules = (one.input.responses ?? []).map((reply, i): Rule => ({ when: { call: i + 1 }, reply }));
  const twice = [0, 1].map((draw) => ({ model: MODEL, prompt: "the same", draw }));
  const asked = await ask({ rules, questions: twice });
  return judge(one, (accepted) => matches(asked, accepted), outcomeOf(asked));
}

async function mockServer(one: Case): Promise<Judged> {
  const { server, calls = 1, concurrency = 1, prompts, requests_for, phase, config, env = {} } = one.input;
  const timeout = config?.timeout_s ?? 5;
  if (!isConfigured(timeout)) return judge(one, isRefusedEarly, "refused");
  const asked = await withEnv(proxyOf(env), () =>
    ask({
      rules: server?.rules ?? [],
      questions:
        requests_for?.map((model) => ({ model, prompt: "p" })) ??
        prompts?.map((prompt) => ({ model: MODEL, prompt })) ??
        questions(calls),
      concurrency: requests_for === undefined ? concurrency : 6,
      timeoutMs: 1000 * Number(timeout),
      isScoring: phase === "score",
      ...(env["NVIDIA_API_KEY"] === undefined ? {} : { key: env["NVIDIA_API_KEY"] }),
      ...(config?.max_tokens === undefined ? {} : { maxTokens: config.max_tokens }),
    }),
  );
  if (asked.said.some((text) => /LABSECRET|LABFAKEKEY|undefined|\[object/.test(text)))
    return { index: -1, outcome: "said" };
  if (asked.rows.some(({ direction }) => direction !== null) && asked.ended !== null)
    return { index: -1, outcome: "?" };
  const isRight = (accepted: Accepted) =>
    accepted.final === "proxy honoured"
      ? asked.rows.every(({ failReason }) => failReason === null)
      : matches(asked, accepted);
  return judge(one, isRight, outcomeOf(asked));
}

/** Whether a config may say so. */
function isConfigured(timeout_s: number | string): boolean {
  const config = {
    version: 1,
    inputs: { eval_set: "e", is_memorized: "i", oos_control: "o", cutoffs: "c" },
    models: { shortlist: ["m"] },
    provider: "openai",
    gates: "classic",
    request: { timeout_s },
  };
  return Either.isRight(Schema.decodeUnknownEither(Config)(config));
}

const isRefusedEarly = ({ final }: Accepted) =>
  typeof final === "string" && final.startsWith("refused before any request");

function proxyOf(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.endsWith("_PROXY")));
}

async function withEnv(env: Readonly<Record<string, string>>, run: () => Promise<Asked>): Promise<Asked> {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  try {
    return await run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The longest wait that a run takes by default, in milliseconds. */
const MAX_WAIT = 120_000;

function retryDelay(one: Case): Judged {
  const { status = 0, headers = {}, body, now = "" } = one.input;
  const wait = retryAfter({ status, headers, body: body ?? "" }, Date.parse(now));
  const isRight = ({ delay_ms, slack_ms = 0, delay = "" }: Accepted) => {
    if (delay_ms !== undefined) return wait !== null && wait >= delay_ms && wait <= delay_ms + slack_ms;
    if (delay.startsWith("own backoff")) return wait === null;
    return delay.startsWith("give up") && wait !== null && wait > MAX_WAIT;
  };
  const outcome = wait === null ? "own backoff" : wait > MAX_WAIT ? "model paused" : `waits ${wait} ms`;
  return judge(one, isRight, outcome);
}

function baseUrl(one: Case): Judged {
  const read = readBaseUrl(one.input.base_url ?? "");
  if (JSON.stringify(read).includes("LABSECRET")) return { index: -1, outcome: "LABSECRET" };
  const isRight = ({ url, refused }: Accepted) => (read.ok ? url === read.chatUrl : refused !== undefined);
  return judge(one, isRight, read.ok ? read.chatUrl : "refused");
}

async function apiKey(one: Case): Promise<Judged> {
  const key = one.input.env?.["NVIDIA_API_KEY"] ?? KEY;
  const asked = await ask({ rules: one.input.server?.rules ?? [], questions: questions(1), key });
  if (asked.said.some((text) => /LAB|FAKEKEY/.test(text.replaceAll("LAB_KEY", ""))))
    return { index: -1, outcome: "key" };
  const sent = asked.arrivals[0]?.authorization;
  const outcome =
    asked.ended?.tag === "CredentialError"
      ? "refused"
      : sent === `Bearer ${key.trim()}`
        ? "sent trimmed"
        : "?";
  const isRight = ({ final }: Accepted) =>
    typeof final === "string" &&
    (outcome === "refused"
      ? /^(?:refused without echoing|treated as missing)/.test(final)
      : outcome === "sent trimmed" && /^sent trimmed|or sent as is/.test(final));
  return judge(one, isRight, outcome);
}
