/** What the loader asks the module hooks to find, written as an import specifier. */
export interface Ask {
  /** A file's URL, or a package as an import names it. */
  readonly target: string;
  /** URLs of the files to look from, in order. */
  readonly from: ReadonlyArray<string>;
}

const SCHEME = "recall-guard-plugin:";

/** The specifier that stands for an ask. */
export function writeAsk({ target, from }: Ask): string {
  const asked = new URLSearchParams({ target });
  for (const url of from) asked.append("from", url);
  return `${SCHEME}?${asked}`;
}

/** The ask that a specifier is, or null for every other specifier. */
export function readAsk(specifier: string): Ask | null {
  if (!specifier.startsWith(SCHEME)) return null;
  const { searchParams } = new URL(specifier);
  return { target: searchParams.get("target") ?? "", from: searchParams.getAll("from") };
}
