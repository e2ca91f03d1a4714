import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./cli.ts";

/** Packs a package into a folder; gives the tarball's name as npm takes it there. */
export function pack(from: string, to: string): string {
  const said = npm(["pack", "--ignore-scripts", "--silent", "--pack-destination", to], from);
  return `./${said.trim()}`;
}

/** Installs packages into a folder, from the cache where they stand there. */
export function install(packages: ReadonlyArray<string>, cwd: string): void {
  npm(["install", "--prefer-offline", "--no-audit", "--no-fund", ...packages], cwd);
}

/** Installs the checkout into a package by its path, as a link; its scripts would build it anew. */
export function linkHost(cwd: string): void {
  npm(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ROOT], cwd);
}

/** What the compiler says of a TypeScript file by itself, under strict rules; empty where nothing is wrong. */
export function compilerOn(file: string, cwd: string): string {
  const compiler = join(ROOT, "node_modules/typescript7/bin/tsc");
  const flags = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  const more = ["--target", "es2022", "--allowImportingTsExtensions", "--types", ""];
  return spawnSync(process.execPath, [compiler, ...flags, ...more, file], {
    cwd,
    encoding: "utf8",
  }).stdout.trim();
}

function npm(args: ReadonlyArray<string>, cwd: string): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
