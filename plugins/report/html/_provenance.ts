import { flattened, type Report } from "../../contract/mod.ts";
import { visible } from "../wording.ts";
import { html, type Markup } from "./_markup.ts";
import { numberCell, table, textCell } from "./_table.ts";

/** What the run is made of, and how it is made again. */
export function provenanceSection({ provenance }: Report): Markup {
  const { version, seed, config, inputs, provider, plugins } = provenance;
  const settings = [
    ...flattened(config),
    ["endpoint", provider.identity] as const,
    ["plugins", plugins.join(", ")] as const,
  ];
  return html`<section id="provenance" aria-labelledby="provenance-title">
<h2 id="provenance-title">Provenance</h2>
<p>Made by recall-guard ${version} with seed ${seed}. Every answer stands in <code>answers.jsonl</code>, times and hashes of all files in <code>manifest.json</code>.</p>
<p>To make every file of this run again from its directory, with nothing sent, and compare every byte, in the directory that holds this page:</p>
<pre class="command" tabindex="0" role="region" aria-label="The replay command"><code>recall-guard replay .</code></pre>
${table({
  id: "inputs-table",
  caption: "Inputs as they were read",
  columns: [{ title: "Input" }, { title: "Bytes", isNumber: true }, { title: "sha256" }],
  rows: inputs.map(({ name, bytes, sha256 }) => [
    textCell(visible(name)),
    numberCell(bytes, String),
    { content: html`<code>${sha256}</code>`, sort: sha256 },
  ]),
})}<details><summary>The config with its defaults, plugins and endpoint</summary>
${table({
  id: "config-table",
  caption: "What the answers and files of the run depend on",
  columns: [{ title: "Setting" }, { title: "Value" }],
  rows: settings.map(([path, value]) => [
    { content: html`<code>${visible(path)}</code>`, sort: path },
    { content: html`<code>${visible(value)}</code>`, sort: value },
  ]),
})}</details>
</section>
`;
}
