import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder, recallGuard } from "../support/cli.ts";
import { type HouseServer, startHouse } from "../support/house_server.ts";
import { linkHost } from "../support/package.ts";
import { INPUTS } from "../support/plugin_study.ts";
import {
  expectRun,
  KEY,
  KINDS,
  type Kind,
  ownTests,
  PLUGINS,
  scaffoldAll,
  scaffoldConfig,
} from "../support/scaffolds.ts";

describe("recall-guard init plugin", () => {
  const cwd = folder(INPUTS);
  let server: HouseServer;
  beforeAll(async () => {
    server = await startHouse(KEY);
    await scaffoldAll(cwd);
  });
  afterAll(() => {
    server.close();
    rmSync(cwd, { recursive: true });
  });

  it.each(KINDS)("makes a %s whose own test passes, and fails once the plugin is broken", (kind) => {
    const [name, file] = PLUGINS[kind];
    const place = join(cwd, name);
    const source = join(place, `src/${file}.ts`);
    const text = readFileSync(source, "utf8");
    linkHost(place);

    const sound = ownTests(place);
    writeFileSync(source, text.replace(/options: Schema\.Struct\(\{.*\}\),/, "options: Schema.Any,"));
    const broken = ownTests(place);
    writeFileSync(source, text);

    expect([sound.code, sound.failed]).toEqual([0, 0]);
    expect(sound.passed).toBeGreaterThanOrEqual(10);
    expect(broken.code).toBe(1);
    expect(broken.said).toContain("takes an option that it does not know");
  });

  it("makes plugins that run by their paths", async () => {
    const use = (kind: Kind) => `./${PLUGINS[kind][0]}/src/${PLUGINS[kind][1]}.ts`;
    writeFileSync(join(cwd, "run.yaml"), scaffoldConfig(use, server.url));

    const { code, stderr } = await recallGuard(["run", "run.yaml", "--out", "out"], {
      cwd,
      env: { MY_HOUSE_KEY: KEY },
    });

    expect([code, stderr]).toEqual([0, "warning: 120 rows lie after every cutoff, 500 wanted\n"]);
    expectRun(join(cwd, "out"), server);
  });

  it("says how a config names what stands in a folder of another name", async () => {
    const { stdout } = await recallGuard(["init", "plugin", "stage", "later", "--dir", "deep/er stage"], {
      cwd,
    });

    expect(stdout).toContain("\n  cd 'deep/er stage' && npm install --no-save --ignore-scripts ");
    expect(stdout).toContain('use: "./er stage/src/later.ts"');
    expect(readFileSync(join(cwd, "deep/er stage/src/later.ts"), "utf8")).toContain(
      'artifact<number>()("laterRows")',
    );
  });

  it("writes over nothing", async () => {
    const before = readdirSync(join(cwd, "my-desk"));
    const again = await recallGuard(["init", "plugin", "report", "my-desk"], { cwd });
    const taken = await recallGuard(["init", "plugin", "report", "x", "--dir", "eval.jsonl"], { cwd });

    expect(again).toEqual({
      code: 2,
      stdout: "",
      stderr: 'Cannot make a plugin in "my-desk": it is not empty; name another folder with --dir\n',
    });
    expect([taken.code, taken.stderr]).toEqual([
      2,
      expect.stringMatching(/^Cannot make a plugin in "eval\.jsonl": .*\n$/),
    ]);
    expect(readdirSync(join(cwd, "my-desk"))).toEqual(before);
  });

  it.each([
    [
      ["report", "My Desk"],
      'Cannot name a plugin "My Desk": expected lower-case letters, digits and single hyphens',
    ],
    [["report", "effect"], 'Cannot name a plugin "effect": a package of that name stands beside it'],
    [["writer", "desk"], "Allowed choices are provider, gates, report, stage."],
  ])("refuses %j in a sentence", async (args, says) => {
    const { code, stdout, stderr } = await recallGuard(["init", "plugin", ...args], { cwd });

    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
  });
});
