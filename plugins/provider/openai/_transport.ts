import { ProviderError } from "../../contract/mod.ts";
import { at, textAt } from "./_json.ts";
import { oneLine } from "./_server_words.ts";

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name could not be looked up just now",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no network",
  UND_ERR_SOCKET: "the server closed the connection",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  ETIMEDOUT: "no connection in time",
  Z_BUF_ERROR: "it ended within its packed body",
  Z_DATA_ERROR: "its packed body cannot be unpacked",
};

/** Node's codes for a certificate or a handshake that will be no better the next time. */
const TLS = /^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

/** Nothing whole came back from a host: why, from the deepest cause that has a code. */
export function unreachable(host: string, fault: unknown): ProviderError {
  const cause = deepest(fault);
  const code = textAt(cause, "code");
  const words = (code === null ? undefined : WORDS[code]) ?? oneLine(textOf(cause));
  return new ProviderError({
    reason: words === "no connection in time" ? "timeout" : "transport",
    message: `no reply from ${host}: ${code === null ? words : `${words} (${code})`}`,
    retryable: code === null || !TLS.test(code),
    retryAfterMs: null,
    refusedParameter: null,
  });
}

/** An error's cause of causes; of several tries at once, the first. */
function deepest(fault: unknown, depth = 0): unknown {
  const errors = at(fault, "errors");
  const inner = at(fault, "cause") ?? (Array.isArray(errors) ? errors[0] : undefined);
  return inner === undefined || depth > 8 ? fault : deepest(inner, depth + 1);
}

function textOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
