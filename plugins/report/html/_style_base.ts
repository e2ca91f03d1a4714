/** Colours by meaning, light and dark; every pair of ink and ground has a contrast of 4.5 or more. */
const COLORS = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f8fa; --ink: #1b1f24; --muted: #535c66; --line: #d4dae1;
  --accent: #0b5b8c; --memory: #a33c00; --memory-ground: #fdeee4; --clear: #006b4d; --clear-ground: #e3f5ee;
  --open: #5b4a8a; --open-ground: #efecf8; --focus: #0b5b8c;
  --lp-1: #fff0dd; --lp-2: #ffe0bd; --lp-3: #fdc892; --lp-4: #f7ab66; --lp-5: #ee8f42;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11151a; --raised: #191f26; --ink: #e7eaee; --muted: #a7b1bc; --line: #343d47;
    --accent: #7cc0ec; --memory: #ffb185; --memory-ground: #3a2114; --clear: #7fdcb8; --clear-ground: #11312a;
    --open: #c8bcf2; --open-ground: #2a2440; --focus: #7cc0ec;
    --lp-1: #2d2519; --lp-2: #45321a; --lp-3: #5e3d16; --lp-4: #784612; --lp-5: #8f4c0a;
  }
}
`;

const PAGE = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Helvetica, Arial, sans-serif;
}
.page { max-width: 84rem; margin: 0 auto; padding: 1.25rem clamp(1rem, 3vw, 2.5rem) 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0 0.25rem; letter-spacing: -0.01em; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 0.75rem; }
h3 { font-size: 1.02rem; line-height: 1.35; margin: 0; overflow-wrap: anywhere; }
p { margin: 0 0 0.6rem; max-width: 54rem; overflow-wrap: anywhere; }
section { margin-top: 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
code { overflow-wrap: anywhere; }
a { color: var(--accent); }
ul, ol { margin: 0 0 0.75rem; padding-left: 1.3rem; }
li { overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.1rem; list-style: none; padding: 0; margin: 0.75rem 0 0; }
.lead { font-size: 1.05rem; }
.note { color: var(--muted); font-size: 0.92rem; }
.alarm { border-left: 4px solid var(--memory); background: var(--memory-ground); padding: 0.6rem 0.9rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; display: inline-block; margin: 0.5rem 0; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
summary { cursor: pointer; padding: 0.35rem 0; font-weight: 600; overflow-wrap: anywhere; }
dl { margin: 0 0 0.75rem; }
dt { font-weight: 600; overflow-wrap: anywhere; }
dd { margin: 0 0 0.5rem; max-width: 54rem; overflow-wrap: anywhere; }
.command { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.7rem 0.9rem; overflow-x: auto; }
`;

/** The ground of the page. */
export const BASE = COLORS + PAGE;
