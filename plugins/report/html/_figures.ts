import type { Figure } from "../figures/mod.ts";
import { html, type Markup, trusted } from "./_markup.ts";

/** The figures of the run, inline. */
export function figuresSection(figures: ReadonlyArray<Figure>): Markup {
  return html`<section id="figures" aria-labelledby="figures-title">
<h2 id="figures-title">Figures</h2>
<div class="figures">
${figures.map(
  ({ name, caption, svg }) => html`<figure class="figure" id="figure-${name}">
<div class="drawing">${trusted(svg)}</div>
<figcaption>${caption}</figcaption>
</figure>
`,
)}</div>
</section>
`;
}
