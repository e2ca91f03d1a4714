import { readFile } from "node:fs/promises";

/** The version in the package.json above a module that names the package; null where there is none. */
export async function installedVersion(url: string, name: string): Promise<string | null> {
  for (let folder = new URL(".", url); ; folder = new URL("..", folder)) {
    const found = await readPackage(new URL("package.json", folder));
    if (found["name"] === name && typeof found["version"] === "string") return found["version"];
    if (folder.pathname === new URL("..", folder).pathname) return null;
  }
}

async function readPackage(url: URL): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(url, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
