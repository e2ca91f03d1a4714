import { DOMParser } from "linkedom";

/** A part of a drawing, as far as figures use it. */
export interface Shape {
  readonly outerHTML: string;
  readonly children: Iterable<Shape>;
  readonly localName: string;
  textContent: string | null;
  readonly append: (...parts: ReadonlyArray<Shape>) => void;
  readonly getAttribute: (name: string) => string | null;
  readonly removeAttribute: (name: string) => void;
  readonly setAttribute: (name: string, value: string) => void;
}

/** Attributes by name; numbers to a thousandth of a point. */
export type Attributes = Readonly<Record<string, string | number>>;

const NAMESPACE = "http://www.w3.org/2000/svg";

/** A drawing that is being made, without a browser. */
export interface Sheet {
  /** What the chart library draws into. */
  readonly document: Document;
  readonly root: Shape;
  readonly make: (name: string, attributes: Attributes, content?: string | ReadonlyArray<Shape>) => Shape;
}

type Document = ReturnType<InstanceType<typeof DOMParser>["parseFromString"]>;

/** An empty drawing. */
export function blankSheet(): Sheet {
  const document = new DOMParser().parseFromString(`<svg xmlns="${NAMESPACE}"></svg>`, "image/svg+xml");
  const make: Sheet["make"] = (name, attributes, content = []) => {
    const shape: Shape = document.createElementNS(NAMESPACE, name, {});
    setAll(shape, attributes);
    if (typeof content === "string") shape.textContent = content;
    else shape.append(...content);
    return shape;
  };
  return { document, root: document.documentElement, make };
}

/** Sets attributes. */
export function setAll(shape: Shape, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    shape.setAttribute(name, typeof value === "number" ? String(rounded(value)) : value);
  }
}

const COORDINATES = ["d", "transform", ...["x", "y", "cx", "cy", "x1", "x2", "y1", "y2", "width", "height"]];

/** What the chart library says to assistive technology; a figure is one image, with its own words. */
const LIBRARY_WORDS = ["aria-label", "aria-description", "aria-hidden"];

/** Rounds where the shape and all in it stand to a hundredth of a point, which no eye and no printer sees. */
export function tidy(shape: Shape): void {
  for (const name of LIBRARY_WORDS) shape.removeAttribute(name);
  for (const name of COORDINATES) {
    const value = shape.getAttribute(name);
    if (value === null) continue;
    shape.setAttribute(
      name,
      value.replace(/\d+\.\d{3,}/g, (digits) => String(Math.round(100 * Number(digits)) / 100)),
    );
  }
  for (const part of shape.children) tidy(part);
}

function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}
