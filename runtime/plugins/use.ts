/** What a `use:` names, told by its form alone. */
export type NamedUse =
  | { readonly kind: "built-in"; readonly name: string }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "package"; readonly specifier: string; readonly name: string }
  | { readonly kind: "wrong"; readonly why: string };

/** A file by its path: from here, from above or from the root. */
export const FILE_USE = /^(?:\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])[\s\S]*\.m?[jt]s$/;

/** `npm:name` or `npm:@scope/name`, either with a path into the package. */
export const PACKAGE_USE = /^npm:((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:\/[^@\s]+)?$/;

const PATH = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/;
const MODULE = /\.m?[jt]s$/;

/**
 * Reads a `use:` the Deno way: a bare name is built in, `./file.ts` is a file, `npm:package` an installed package.
 * Nothing but `npm:` ever names a package.
 */
export function readUse(use: string): NamedUse {
  if (use.startsWith("npm:")) return readPackage(use);
  if (FILE_USE.test(use)) return { kind: "path", path: use };
  if (PATH.test(use)) return { kind: "wrong", why: "a plugin's file ends in .ts, .mts, .js or .mjs" };
  return { kind: "built-in", name: use };
}

function readPackage(use: string): NamedUse {
  const name = PACKAGE_USE.exec(use)?.[1];
  if (name !== undefined) return { kind: "package", specifier: use.slice("npm:".length), name };
  const why = /:.+@/.test(use)
    ? "the version is the one that is installed; name the package without it"
    : "it is no package name; expected one such as npm:my-plugin";
  return { kind: "wrong", why };
}

/** Whether a bare name looks like a file that lacks its `./`. */
export function isBareFile(name: string): boolean {
  return MODULE.test(name);
}
