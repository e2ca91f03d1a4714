import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { describe, expect, it } from "@effect/vitest";
import { ConfigProvider, Effect, Layer } from "effect";
import { Secrets } from "../../plugins/contract/mod.ts";
import { secretsLayer } from "../../runtime/secrets.ts";
import { folder } from "../support/cli.ts";

const get = (variable: string, directory: string, environment: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Secrets, (secrets) => secrets.get(variable)).pipe(
    Effect.provide(
      secretsLayer(directory).pipe(Layer.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer))),
    ),
    Effect.withConfigProvider(
      ConfigProvider.fromMap(new Map(Object.entries(environment)), { pathDelim: "_" }),
    ),
  );

describe("secretsLayer()", () => {
  it.effect("prefers the environment to a .env, also where it is empty", () =>
    Effect.gen(function* () {
      const directory = folder({ ".env": "LAB_KEY=filed\n" });
      expect(yield* get("LAB_KEY", directory, { LAB_KEY: "shell" })).toBe("shell");
      expect(yield* get("LAB_KEY", directory, { LAB_KEY: "" })).toBe("");
    }),
  );

  it.effect.each([
    ["LAB_KEY=filed", "filed"],
    ['\uFEFFLAB_KEY="in quotes"\r\nOTHER=1\r\n', "in quotes"],
    ["# LAB_KEY=no\nexport LAB_KEY=exported # why", "exported"],
    ["OTHER_KEY=1", null],
    ["", null],
  ] as const)("reads %j beside the config", ([text, value]) =>
    Effect.gen(function* () {
      expect(yield* get("LAB_KEY", folder({ ".env": text }))).toBe(value);
    }),
  );

  it.effect("refuses a .env in UTF-16, which would seem to hold nothing", () =>
    Effect.gen(function* () {
      const directory = folder();
      const file = join(directory, ".env");
      writeFileSync(file, Buffer.from("\uFEFFLAB_KEY=filed\r\n", "utf16le"));
      const { message } = yield* Effect.flip(get("LAB_KEY", directory));
      expect(message).toBe(`Cannot read "${file}": it is not UTF-8; save it as such`);
    }),
  );

  it.effect("is null where there is no .env, or a folder of that name", () =>
    Effect.gen(function* () {
      const directory = folder();
      expect(yield* get("LAB_KEY", directory)).toBe(null);
      mkdirSync(join(directory, ".env"));
      expect(yield* get("LAB_KEY", directory)).toBe(null);
    }),
  );
});
