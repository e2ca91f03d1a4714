import { createHash } from "node:crypto";

const LONGEST_SLUG = 80;

/**
 * A name for a file that belongs to one model: what can be read of its id, and a hash that tells it from every other.
 * Of lower-case letters, digits and hyphens only, at most 97 of them, so that every file system takes it, also one that
 * is blind to case; an extension may be added.
 */
export function fileName(model: string): string {
  const slug = model
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, "");
  return `${slug === "" ? "model" : slug}-${hashOf(model)}`;
}

/** Of UTF-16, which keeps halves of surrogate pairs apart. */
function hashOf(text: string): string {
  return createHash("sha256").update(Buffer.from(text, "utf16le")).digest("hex").slice(0, 16);
}
