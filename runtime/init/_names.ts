import { Either } from "effect";

/** A plugin's name in the forms that its files need. */
export interface Names {
  /** As npm and configs write it: `my-desk`. */
  readonly kebab: string;
  /** As a file is called: `my_desk`. */
  readonly snake: string;
  readonly camel: string;
  readonly pascal: string;
  readonly upper: string;
}

const LONGEST = 60;
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** Names of packages that a plugin stands beside. */
const TAKEN = ["recall-guard", "effect"];

/** A name as it is typed; the error says what a name looks like. */
export function readName(text: string): Either.Either<Names, string> {
  if (TAKEN.includes(text)) return Either.left("a package of that name stands beside it");
  if (!NAME.test(text) || text.length > LONGEST) {
    return Either.left("expected lower-case letters, digits and single hyphens, such as my-desk");
  }
  const words = text.split("-");
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const snake = words.join("_");
  return Either.right({
    kebab: text,
    snake,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    upper: snake.toUpperCase(),
  });
}

/** A text about the plugin of one name as the same about another, each mention in its form. */
export function renamedText(text: string, from: Names, to: Names): string {
  const { kebab, pascal, upper } = from;
  const mention = new RegExp(`\\b(?:${kebab}(?=[A-Z]|\\b)|${pascal}(?=[A-Z])|${upper}(?=_))`, "g");
  return text.replace(mention, (found, at: number) => {
    const next = text.slice(at + found.length);
    if (found === upper) return to.upper;
    if (found === pascal) return to.pascal;
    if (/^[A-Z]/.test(next)) return to.camel;
    return next.startsWith(".ts") ? to.snake : to.kebab;
  });
}
