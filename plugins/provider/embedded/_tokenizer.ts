const TOKEN = / ?\p{L}+| ?[-+]?\p{N}+(?:[.,:/-]\p{N}+)*%?| ?[^\s\p{L}\p{N}]|[\s\S]/gu;

/**
 * Splits a text into words and signs with their leading space, and whole numbers and dates.
 * The tokens spell the text: `tokenize(text).join("") === text`, whatever the text.
 */
export function tokenize(text: string): ReadonlyArray<string> {
  return text.match(TOKEN) ?? [];
}
