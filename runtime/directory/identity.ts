import { flattened } from "../../plugins/contract/mod.ts";
import type { RunSpec } from "../config/mod.ts";
import type { ReadInput } from "../inputs.ts";
import { decodedConfig, pluginsOf } from "../manifest.ts";

/** Paths of what may not change while a run goes on, with values as JSON. */
export type Identity = Readonly<Record<string, string>>;

/** A part that is not what it was; null where it is absent. */
export interface Difference {
  readonly path: string;
  readonly was: string | null;
  readonly is: string | null;
}

/** What answers and artifacts depend on: the config without what only paces, pays or prints, and all it names. */
export function identityOf(spec: RunSpec, inputs: ReadonlyArray<ReadInput>, endpoint: string): Identity {
  return identity({ config: decodedConfig(spec), plugins: pluginsOf(spec), inputs, endpoint });
}

/** The same from what a manifest says. */
export function identity(facts: {
  readonly config: unknown;
  readonly plugins: unknown;
  readonly inputs: ReadonlyArray<Pick<ReadInput, "name" | "sha256">>;
  readonly endpoint: string;
}): Identity {
  const plugins = flattened(facts.plugins, "plugins");
  return {
    ...Object.fromEntries(flattened(facts.config).filter(([path]) => !isFree(path))),
    ...Object.fromEntries(plugins.filter(([path]) => !/^plugins\.reports\b/.test(path))),
    ...Object.fromEntries(facts.inputs.map(({ name, sha256 }) => [`input ${JSON.stringify(name)}`, sha256])),
    [ENDPOINT]: facts.endpoint,
  };
}

const ENDPOINT = "endpoint";

/** What may change between stop and resume. */
const FREE = [
  /^budget\b/,
  /^prices\b/,
  /^retry\b/,
  /^reports\b/,
  /^out$/,
  /^request\.timeout_s$/,
  /^provider\.with\.(concurrency|pacing)\b/,
];

function isFree(path: string): boolean {
  return FREE.some((free) => free.test(path));
}

/** A config without what may change between stop and resume. */
export function essential(config: object, at = ""): Readonly<Record<string, unknown>> {
  const kept = Object.entries(config).flatMap(([key, value]) => {
    const path = at === "" ? key : `${at}.${key}`;
    if (value === undefined || isFree(path)) return [];
    const isStruct = typeof value === "object" && value !== null && !Array.isArray(value);
    return [[key, isStruct ? essential(value, path) : value] as const];
  });
  return Object.fromEntries(kept);
}

/** In the order of what was, then of what came. */
export function differences(was: Identity, is: Identity): ReadonlyArray<Difference> {
  const paths = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...paths]
    .map((path) => ({ path, was: valueAt(was, path), is: valueAt(is, path) }))
    .filter(({ was, is }) => was !== is);
}

/** The same without an endpoint that may be another only because the seed is: what answers may have coins of the run. */
export function withoutConsequences(found: ReadonlyArray<Difference>): ReadonlyArray<Difference> {
  const isOther = (part: RegExp) => found.some(({ path }) => part.test(path));
  const follows = isOther(/^seed$/) && !isOther(/^(?:provider\.|plugins\.provider\.|input ")/);
  return follows ? found.filter(({ path }) => path !== ENDPOINT) : found;
}

/** The same without the code of a gate set or stage: one that failed is mended, and no answer depends on it. */
export function withoutMended(found: ReadonlyArray<Difference>): ReadonlyArray<Difference> {
  return found.filter(
    ({ path, was, is }) =>
      was === null || is === null || !/^plugins\.(?:gates|stages\b.*)\.(?:sha256|version)$/.test(path),
  );
}

/** `seed was 0 and is 1`. */
export function inWords({ path, was, is }: Difference): string {
  return `${path} was ${was ?? "absent"} and is ${is ?? "absent"}`;
}

function valueAt(identity: Identity, path: string): string | null {
  return Object.hasOwn(identity, path) ? (identity[path] ?? null) : null;
}
