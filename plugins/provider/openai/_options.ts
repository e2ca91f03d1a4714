import { Schema } from "../../contract/mod.ts";
import { readBaseUrl } from "./_base_url.ts";

const Address = Schema.String.pipe(
  Schema.filter((text) => {
    const read = readBaseUrl(text);
    return read.ok || read.why;
  }),
);

/** Capitals only, so that a key pasted in place of a name is refused, and not repeated. */
const Variable = Schema.String.pipe(
  Schema.pattern(/^[A-Z_][A-Z0-9_]*$/, {
    message: () => "expected the name of an environment variable in capitals, such as NVIDIA_API_KEY",
  }),
);

export const OpenaiOptions = Schema.Struct({
  /** The endpoint's address up to and with its version, such as `https://integrate.api.nvidia.com/v1`. */
  base_url: Address,
  /** The environment variable that holds the key; without one no key is sent. */
  api_key_env: Schema.optionalWith(Variable, { exact: true }),
  /** Requests in flight, and connections open, at most. */
  concurrency: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 1024)), {
    default: () => 8,
    exact: true,
  }),
  /** Seconds between the starts of two requests at least, retries included. */
  min_call_interval_s: Schema.optionalWith(Schema.Finite.pipe(Schema.between(0, 3600)), {
    default: () => 0,
    exact: true,
  }),
  /** A file with certificates in PEM, relative to the config, that are trusted beside the usual ones. */
  ca_file: Schema.optionalWith(Schema.NonEmptyString, { exact: true }),
});
export type OpenaiOptions = typeof OpenaiOptions.Type;
