import { rootCertificates } from "node:tls";
import type { Dispatcher } from "undici";

/** How connections are made. */
export interface Wire {
  /** Connections open at most. */
  readonly connections: number;
  /** Certificates in PEM that are trusted beside the usual ones; null for none. */
  readonly authority: string | null;
}

/**
 * Connections to an endpoint, by way of the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, but for the
 * hosts in `NO_PROXY`). Attempts are bounded by their signal, so no part of one has a limit of its own.
 */
export async function openDispatcher({ connections, authority }: Wire): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import("undici");
  const trust = authority === null ? {} : { ca: [...rootCertificates, authority] };
  const own = { connections, headersTimeout: 0, bodyTimeout: 0 };
  return new EnvHttpProxyAgent({
    ...own,
    connect: trust,
    requestTls: trust,
    proxyTls: trust,
    // A proxy is asked to fetch from a plain server, and to tunnel to any other.
    proxyTunnel: false,
    factory: (origin, options) => new Pool(origin, { ...options, ...own }),
  });
}
