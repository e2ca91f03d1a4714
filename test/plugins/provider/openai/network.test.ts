import dns from "node:dns";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startScript } from "../../../support/script/mod.ts";
import { type Asking, ask } from "./_ask_case.ts";
import { CASES } from "./_cases.ts";

const pem = (name: string) => fileURLToPath(new URL(`../../../support/tls/${name}`, import.meta.url));
const TLS = { key: readFileSync(pem("leaf.key"), "utf8"), cert: readFileSync(pem("leaf.pem"), "utf8") };
const ANSWER = JSON.stringify({
  choices: [{ message: { content: "Direction: 1\nConfidence: 0.5" }, logprobs: null, finish_reason: "stop" }],
});
const healthy = [{ when: "always", reply: { status: 200, body: ANSWER } }] as const;
const one = [{ model: "m", prompt: "p" }];

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

const reasonOf = async (asking: Asking) => {
  const { rows, arrivals, said } = await ask(asking);
  return { row: rows[0], reason: rows[0]?.failReason, arrivals, said: said.join("\n") };
};

const caseOf = (id: string) => {
  const found = CASES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

/** A lookup that fails so many times; it has the shape that `net` calls. */
function failLookups(code: string, times: number): void {
  const real = dns.lookup;
  let left = times;
  vi.spyOn(dns, "lookup").mockImplementation(((...args: Parameters<typeof real>) => {
    const done = args.at(-1);
    if (/[a-z]/.test(args[0]) && left-- > 0 && typeof done === "function") {
      const error = Object.assign(new Error(`getaddrinfo ${code} h`), { code, syscall: "getaddrinfo" });
      return process.nextTick(done as (error: Error) => void, error);
    }
    return real(...args);
  }) as typeof real);
}

/** A proxy that notes what it is asked for, and asks nobody but this port. */
async function startProxy(): Promise<{ url: string; asked: Array<string> }> {
  const asked: Array<string> = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    const parts: Array<Buffer> = [];
    for await (const part of request) parts.push(part);
    response.end(ANSWER);
  });
  server.on("connect", (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const [host = "", port] = (request.url ?? "").split(":");
    const upstream = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on("error", () => end.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  );
  return { url: `http://user:LABSECRET@127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe("openai on the network", () => {
  it("meets C-dns-connect-1: a host that does not exist", async () => {
    const { base_url = "", code = "" } = caseOf("C-dns-connect-1").input;
    failLookups(code, 99);
    const { reason, said, arrivals } = await reasonOf({ rules: healthy, questions: one, url: base_url });
    expect([reason, arrivals.length]).toEqual(["error", 0]);
    expect(said).toContain(`no reply from no-such-host.invalid: there is no such host (${code})`);
  });

  it("meets C-dns-connect-2: a lookup that fails once", async () => {
    const { code = "" } = caseOf("C-dns-connect-2").input;
    const script = await startScript(healthy);
    closing.push(script.close);
    failLookups(code, 1);
    const url = script.url.replace("127.0.0.1", "localhost");
    const { row } = await reasonOf({ rules: [], questions: one, url });
    expect([row?.excerpt, script.arrivals.length]).toEqual(["the endpoint gave no logprobs", 1]);
  });

  it("meets C-tls-error-2: a certificate that nobody vouches for, without switching the check off", async () => {
    const { code = "" } = caseOf("C-tls-error-2").input;
    const { reason, said, arrivals } = await reasonOf({
      rules: healthy,
      questions: one,
      script: { tls: TLS },
    });
    expect([reason, arrivals.length]).toEqual(["error", 0]);
    expect(said).toContain(code);
  });

  it("meets C-tls-error-3: a server that speaks no TLS", async () => {
    const { code = "" } = caseOf("C-tls-error-3").input;
    const script = await startScript(healthy);
    closing.push(script.close);
    const url = script.url.replace("http:", "https:");
    const { reason, said } = await reasonOf({ rules: [], questions: one, url });
    expect(reason).toBe("error");
    expect(said).toMatch(new RegExp(`${code}|ERR_SSL_PACKET_LENGTH_TOO_LONG`));
  });

  it("trusts the authority in ca_file", async () => {
    const { row, arrivals } = await reasonOf({
      rules: healthy,
      questions: one,
      script: { tls: TLS },
      options: { ca_file: pem("authority.pem") },
    });
    expect([row?.excerpt, arrivals.length]).toEqual(["the endpoint gave no logprobs", 1]);
  });

  it("refuses a ca_file without a certificate, and one that is not there", async () => {
    const said = async (ca_file: string) =>
      (await ask({ rules: healthy, questions: one, options: { ca_file } })).ended?.message;
    expect(await said(pem("make.sh"))).toMatch(/^Cannot read ".*make\.sh": expected certificates in PEM$/);
    expect(await said(pem("none.pem"))).toMatch(/^Cannot read ".*none\.pem": there is no such file$/);
  });

  it("asks a plain server through the proxy that the environment names, and says nothing of its password", async () => {
    const proxy = await startProxy();
    vi.stubEnv("HTTP_PROXY", proxy.url);
    vi.stubEnv("NO_PROXY", "");
    const { said, arrivals } = await reasonOf({ rules: healthy, questions: one, url: "http://h.example/v1" });
    expect(arrivals).toEqual([]);
    expect(proxy.asked).toEqual([
      `POST http://h.example/v1/chat/completions Basic ${Buffer.from("user:LABSECRET").toString("base64")}`,
    ]);
    expect(said).not.toContain("LABSECRET");
  });

  it("tunnels to a server with TLS, whose certificate is checked all the same", async () => {
    const proxy = await startProxy();
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    vi.stubEnv("NO_PROXY", "");
    const asking = { rules: healthy, questions: one, script: { tls: TLS } };
    const { row } = await reasonOf({ ...asking, options: { ca_file: pem("authority.pem") } });
    expect(row?.excerpt).toBe("the endpoint gave no logprobs");
    expect(proxy.asked).toEqual([expect.stringMatching(/^CONNECT 127\.0\.0\.1:\d+$/)]);
    expect((await reasonOf(asking)).said).toContain("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });

  it("asks hosts in NO_PROXY itself", async () => {
    const proxy = await startProxy();
    vi.stubEnv("HTTP_PROXY", proxy.url);
    vi.stubEnv("NO_PROXY", "localhost,127.0.0.1");
    const { arrivals } = await reasonOf({ rules: healthy, questions: one });
    expect([proxy.asked, arrivals.length]).toEqual([[], 1]);
  });

  it("names no part of a proxy that is no address", async () => {
    vi.stubEnv("HTTP_PROXY", "::LABSECRET::");
    const { ended } = await ask({ rules: healthy, questions: one });
    expect(ended).toEqual({ tag: "PluginError", message: "Cannot use the proxy that the environment names" });
  });

  it("survives a body of 200 MB, and stops reading it", async () => {
    const part = Buffer.alloc(1024 * 1024, " ");
    let written = 0;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (written < 200 && !response.destroyed) {
          written++;
          if (!response.write(part)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { reason, said } = await reasonOf({ rules: [], questions: one, url, timeoutMs: 30_000 });
    expect(reason).toBe("error");
    expect(said).toContain("it is longer than can be an answer");
    expect(written).toBeLessThan(100);
  });

  it("ends the socket of a server that hangs when an attempt's time is over, and not a second later", async () => {
    const open: Array<{ opened: number; closed: number }> = [];
    const server = createServer((request, response) => {
      const attempt = { opened: Date.now(), closed: 0 };
      open.push(attempt);
      request.resume();
      response.on("close", () => {
        attempt.closed = Date.now();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { reason } = await reasonOf({ rules: [], questions: one, url, timeoutMs: 400 });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect([reason, open.length]).toEqual(["timeout", 3]);
    for (const { opened, closed } of open) expect(closed - opened).toBeLessThan(400 + 1000);
  });

  it("strikes out the key wherever a server writes it, also in an answer and behind escapes", async () => {
    const key = "lab/KEY+0123456789=";
    const escaped = key.replace("/", "\\/").replace("+", "\\u002b").replace("=", "\\u003D");
    const body = `{"choices":[{"message":{"content":"you sent ${escaped} and ${key}"},"logprobs":null}]}`;
    const rules = [{ when: "always", reply: { status: 200, body } }] as const;
    const answered = await ask({ rules, questions: one, key });
    const bad = [{ when: "always", reply: { status: 500, body: `{"error":"${escaped}"}` } }] as const;
    const failed = await ask({ rules: bad, questions: one, key });
    expect(answered.arrivals[0]?.authorization).toBe(`Bearer ${key}`);
    expect(JSON.stringify([answered.rows, answered.said])).not.toContain("0123456789");
    expect(failed.rows[0]?.excerpt).toBe("HTTP 500: [key]");
  });
});
