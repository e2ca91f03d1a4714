import { Clock, type Context, Effect, Layer } from "effect";
import {
  Answers,
  type Features,
  type Outcome,
  Progress,
  Provider,
  type Question,
} from "../../../../plugins/contract/mod.ts";
import {
  answersLayer,
  type LimitChange,
  makeTally,
  makeTerms,
  makeThrottle,
  memoryStore,
} from "../../../../runtime/answers/mod.ts";
import { atDesk } from "../../../../runtime/scorer/desk.ts";
import { askedOtherwise, measure, readAnswer } from "../../../../stages/answer/mod.ts";
import { type Arrived, type Rule, type ScriptOptions, startScript } from "../../../support/script/mod.ts";
import { makeOpenai } from "./_lab.ts";

/** What became of one row, as a record has it. */
export interface Row {
  readonly failReason: string | null;
  readonly direction: number | null;
  readonly confidence: number | null;
  readonly features: Features | null;
  readonly tokens: number | null;
  readonly marks: ReadonlyArray<string>;
  readonly excerpt: string | null;
}

/** What came of asking, with what the server saw. */
export interface Asked {
  readonly rows: ReadonlyArray<Row>;
  /** The error that ended the asking, or null. */
  readonly ended: { readonly tag: string; readonly message: string } | null;
  readonly arrivals: ReadonlyArray<Arrived>;
  /** Everything that was said. */
  readonly said: ReadonlyArray<string>;
  readonly warnings: ReadonlyArray<string>;
  /** How the number of requests in flight was limited. */
  readonly limits: ReadonlyArray<LimitChange>;
  readonly wallMs: number;
}

export interface Asking {
  readonly rules: ReadonlyArray<Rule>;
  readonly questions: ReadonlyArray<Question>;
  readonly reference?: string;
  readonly key?: string;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly maxTokens?: number;
  readonly isScoring?: boolean;
  /** In place of the server's own. */
  readonly url?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly script?: ScriptOptions;
  /** Milliseconds since 1970 at the beginning. */
  readonly now?: number;
}

/** When the cases were written: times in them are after it. */
const CASES_NOW = Date.parse("2026-01-15T12:00:00Z");

/** A clock that runs as any other and stands at this time now. */
function clockFrom(now: number): Clock.Clock {
  const real = Clock.make();
  const shift = now - Date.now();
  const millis = () => real.unsafeCurrentTimeMillis() + shift;
  const nanos = () => real.unsafeCurrentTimeNanos() + BigInt(shift) * 1_000_000n;
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration),
  };
}

const SAMPLING = { temperature: 0, maxTokens: 512, topLogprobs: 20 };
const NO_LIMITS = { requests: null, tokens: null, money: null, wallTimeMs: null };

/** Asks a scripted server over a socket as a run does, but for short waits between retries. */
export async function ask(asking: Asking): Promise<Asked> {
  const script = await startScript(asking.rules, asking.script);
  const { key, concurrency = 1, questions, reference, timeoutMs = 5000, maxTokens = 512 } = asking;
  const said: Array<string> = [];
  const sampling = { ...SAMPLING, maxTokens };
  const tell = (text: string) => Effect.sync(() => void said.push(text));
  const setting = {
    sampling,
    timeoutMs,
    retry: { max: 2, backoffMs: 120, maxWaitMs: 120_000 },
    limits: NO_LIMITS,
    prices: {},
  };
  const tally = Effect.runSync(makeTally);
  const program = Effect.gen(function* () {
    const provider: Context.Tag.Service<Provider> = yield* makeOpenai(
      {
        base_url: asking.url ?? script.url,
        concurrency,
        ...(key === undefined ? {} : { api_key_env: "LAB_KEY" }),
        ...asking.options,
      },
      key === undefined ? {} : { LAB_KEY: key },
    );
    const all = askAll(questions, reference);
    if (asking.isScoring) {
      const terms = yield* makeTerms(tell);
      const desk = { provider, asking: setting, store: memoryStore, keeps: false, warn: tell, terms };
      return yield* atDesk(desk, "Cannot score", { requests: null, forbiddenEnds: true })(all);
    }
    const layer = answersLayer(setting, tally, yield* makeThrottle).pipe(
      Layer.provide(memoryStore),
      Layer.provide(Layer.succeed(Provider, provider)),
      Layer.provide(Layer.succeed(Progress, { note: tell, warn: (text) => tell(String(text)) })),
    );
    return yield* Effect.provide(all, layer);
  });
  const started = Date.now();
  const result = await Effect.runPromise(
    Effect.withClock(Effect.either(Effect.scoped(program)), clockFrom(asking.now ?? CASES_NOW)),
  );
  const wallMs = Date.now() - started;
  await script.close();
  const pairs = result._tag === "Right" ? result.right : [];
  const ended =
    result._tag === "Left" ? { tag: result.left._tag, message: String(result.left.message) } : null;
  const warnings = pairs.flatMap(([outcome]) =>
    outcome === undefined ? [] : askedOtherwise(outcome, sampling),
  );
  const rows = pairs.map(toRow);
  return {
    rows,
    ended,
    arrivals: script.arrivals,
    said: [...said, ended?.message ?? "", ...rows.map(({ excerpt }) => excerpt ?? "")],
    warnings,
    limits: tally.flight.changes(),
    wallMs,
  };
}

function askAll(questions: ReadonlyArray<Question>, reference: string | undefined) {
  const one = ({ model, prompt, draw = 0 }: Question) =>
    Effect.gen(function* () {
      const answers = yield* Answers;
      const models = reference === undefined ? [model] : [model, reference];
      return yield* Effect.forEach(models, (asked) => answers.one({ model: asked, prompt, draw }));
    });
  return Effect.forEach(questions, one, { concurrency: 64 });
}

function toRow([outcome, reference]: ReadonlyArray<Outcome>): Row {
  if (outcome === undefined) throw new RangeError("a question has no outcome");
  if (outcome._tag === "Failed") return { ...NOTHING, failReason: outcome.reason, excerpt: outcome.detail };
  const { text, finishReason } = outcome.answer;
  const measurement = measure(outcome.answer, referenceAnswer(reference));
  if (!measurement.ok) return { ...NOTHING, failReason: measurement.failReason, excerpt: measurement.why };
  const { direction, confidence } = readAnswer(text, finishReason);
  const isRead = direction !== null && confidence !== null;
  const { features, nTokens: tokens, marks } = measurement;
  return isRead
    ? { direction, confidence, features, tokens, marks, failReason: null, excerpt: null }
    : { ...NOTHING, features, tokens, marks, failReason: "parse_failure", excerpt: text };
}

function referenceAnswer(reference: Outcome | undefined) {
  if (reference === undefined) return null;
  return reference._tag === "Failed" ? ("failed" as const) : reference.answer;
}

const NOTHING = { direction: null, confidence: null, features: null, tokens: null, marks: [] };
