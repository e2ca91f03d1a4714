import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Rule, ScriptReply } from "../../../support/script/mod.ts";
import { type Script, startScript } from "../../../support/script/mod.ts";
import { ask } from "./_ask_case.ts";

const ANSWER = JSON.stringify({
  choices: [{ message: { content: "Direction: 1\nConfidence: 0.5" }, logprobs: null, finish_reason: "stop" }],
});
const NO_LOGPROBS = "the endpoint gave no logprobs";
const always = (reply: ScriptReply): ReadonlyArray<Rule> => [{ when: "always", reply }];
const questions = [{ model: "m", prompt: "p" }];

const open: Array<Script> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

async function server(rules: ReadonlyArray<Rule>): Promise<Script> {
  const script = await startScript(rules);
  open.push(script);
  return script;
}

const packedReply = (encoding: string, bytes: Buffer): ScriptReply => ({
  status: 200,
  headers: { "content-encoding": encoding },
  body_base64: bytes.toString("base64"),
});

describe("a packed body", () => {
  it.each([
    ["gzip", gzipSync],
    ["GZIP", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("is unpacked from %s", async (encoding, pack) => {
    const { rows } = await ask({ rules: always(packedReply(encoding, pack(ANSWER))), questions });
    expect(rows[0]?.excerpt).toBe(NO_LOGPROBS);
  });

  it("that is torn is asked again, as any other that is not whole", async () => {
    const torn = gzipSync(ANSWER).subarray(0, 40);
    const rules: ReadonlyArray<Rule> = [
      { when: { call: 1 }, reply: packedReply("gzip", torn) },
      ...always({ status: 200, body: ANSWER }),
    ];
    const { rows, arrivals } = await ask({ rules, questions });
    expect([rows[0]?.excerpt, arrivals.length]).toEqual([NO_LOGPROBS, 2]);
  });

  it("that unpacks to more than can be an answer is given up", async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, " "));
    const { rows } = await ask({ rules: always(packedReply("gzip", bomb)), questions });
    expect(rows[0]?.excerpt).toContain("it is longer than can be an answer");
  });

  it("that is packed in an unknown way is no answer", async () => {
    const { rows } = await ask({ rules: always(packedReply("lzw", Buffer.from("¤"))), questions });
    expect(rows[0]?.excerpt).toContain("it is no JSON");
  });
});

describe("a server that points elsewhere", () => {
  const pointing = (to: Script, path: string): ReadonlyArray<Rule> =>
    always({ status: 308, headers: { location: new URL(path, to.url).href }, body: "" });

  it("gets neither the key nor the prompt there", async () => {
    const there = await server(always({ status: 200, body: ANSWER }));
    const { rows } = await ask({
      rules: pointing(there, "/v1/chat/completions"),
      questions,
      key: "sk-moved",
    });
    expect(rows[0]?.excerpt).toMatch(
      /^HTTP 308: it sends on to http:.*completions, where prompts are not sent/,
    );
    expect(there.arrivals).toEqual([]);
  });
});
