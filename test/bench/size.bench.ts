import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder, ROOT } from "../support/cli.ts";
import { REASONS } from "./_dependencies.ts";
import { tell } from "./_figures.ts";

const run = (command: string, args: ReadonlyArray<string>, cwd: string) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

it("what an installation takes", () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(Object.keys(REASONS)).toEqual(Object.keys(dependencies));

  const home = folder({ "package.json": '{ "private": true }' });
  const [{ filename, size }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", home], ROOT));
  run("npm", ["install", "--omit=dev", "--no-audit", "--no-fund", join(home, filename)], home);
  const packages = run("npm", ["ls", "--all", "--parseable"], home).trim().split("\n").length - 1;
  const kilobytes = Number(run("du", ["-sk", "node_modules"], home).split("\t")[0]);

  tell("size", [
    { name: "the package itself, packed", value: size / 1e6, unit: "MB" },
    { name: "installed for production", value: kilobytes / 1000, unit: "MB" },
    { name: "packages", value: packages, unit: "" },
    { name: "  of them named in package.json", value: Object.keys(REASONS).length, unit: "" },
  ]);
  const width = Math.max(...Object.keys(REASONS).map((name) => name.length));
  for (const [name, why] of Object.entries(REASONS)) console.log(`  ${name.padEnd(width)}  ${why}`);
});
