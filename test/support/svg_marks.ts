import { DOMParser } from "linkedom";

/** What a shape of a figure says of itself: its `data-*` attributes by their names. */
export type Mark = Readonly<Record<string, string>>;

/** Every shape with numbers in the text of an SVG, in the order of drawing, those with these attributes only. */
export function marksOf(svg: string, where: Mark = {}): ReadonlyArray<Mark> {
  const document = new DOMParser().parseFromString(svg, "image/svg+xml");
  const shapes = [...document.querySelectorAll("*")].map(
    (shape: { readonly attributes: Iterable<Attribute> }) =>
      Object.fromEntries(
        [...shape.attributes]
          .filter(({ name }) => name.startsWith("data-"))
          .map(({ name, value }) => [name.slice("data-".length), value]),
      ),
  );
  return shapes.filter(
    (mark) =>
      Object.keys(mark).length > 0 && Object.entries(where).every(([name, value]) => mark[name] === value),
  );
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** The words of an SVG: its texts as they are drawn, without what a pointer is told. */
export function textsOf(svg: string): ReadonlyArray<string> {
  const document = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const title of document.querySelectorAll("text title")) title.remove();
  return [...document.querySelectorAll("text")].map(
    (text: { readonly textContent: string | null }) => text.textContent ?? "",
  );
}
