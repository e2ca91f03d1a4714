import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeContext from "@effect/platform-node/NodeContext";
import { it } from "@effect/vitest";
import { Effect } from "effect";
import { describe, expect } from "vitest";
import { makeFolders } from "../../runtime/make_folders.ts";
import { folder } from "../support/cli.ts";

const making = (path: string) => Effect.provide(Effect.either(makeFolders(path)), NodeContext.layer);
const left = (message: string) => ({ _tag: "Left", left: { message } });

describe("makeFolders()", () => {
  it.effect("makes a folder with those that it stands in, and again", () =>
    Effect.gen(function* () {
      const path = join(folder(), "a", "b", "c");
      expect((yield* making(path))._tag).toBe("Right");
      expect(existsSync(path)).toBe(true);
      expect((yield* making(path))._tag).toBe("Right");
    }),
  );

  it.effect("names what it cannot make where a file stands in its way", () =>
    Effect.gen(function* () {
      const file = join(folder(), "file");
      writeFileSync(file, "");
      expect(yield* making(file)).toMatchObject(
        left(`Cannot make the directory "${file}": there is a file of that name`),
      );
      expect((yield* making(join(file, "a", "b")))._tag).toBe("Left");
    }),
  );

  it.effect("ends where folders cannot be made and are called missing", () =>
    Effect.gen(function* () {
      const path = "/proc/recall-guard/a/b";
      expect(yield* making(path)).toMatchObject(
        left(`Cannot make the directory "${path}": its file system takes none there`),
      );
    }),
  );
});
