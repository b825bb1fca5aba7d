/** The first page's style sheet. It stands in the page, and the page's policy allows it by its
 *  hash, so no other style can be put in. */

export const FIRST_PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --quiet: #55606e; --paper: #fbfbf9;
  --card: #ffffff; --edge: #d9dde2; --accent: #0b5f66; --banner: #e4f1f2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebef; --quiet: #a4afba; --paper: #12171c;
  --card: #1a2128; --edge: #34404b; --accent: #6cc7cf; --banner: #17343a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 52rem; margin: 0 auto; padding: 0 1rem; }
main { padding-bottom: 3rem; }
.banner { margin: 0; padding: .4rem 1rem; background: var(--banner); color: var(--ink);
  font-size: .9rem; text-align: center; }
h1 { margin: 1.5rem 0 0; font-size: 2rem; }
header p { margin: 0; color: var(--quiet); }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
h3 { margin: 0; font-size: 1rem; }
article { margin: 0 0 1rem; padding: 1rem; background: var(--card); border: 1px solid var(--edge);
  border-radius: .5rem; }
article p { margin: .25rem 0; }
.verdict { color: var(--quiet); font-size: .9rem; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.timeline { display: block; width: 100%; min-width: 36rem; height: auto; }
.timeline line { stroke: var(--edge); stroke-width: 2; }
.timeline circle { fill: var(--card); stroke: var(--accent); stroke-width: 3; }
.timeline text { fill: var(--ink); font: 13px system-ui, sans-serif; text-anchor: middle; }
.timeline .offset { fill: var(--accent); font-weight: 600; }
.timeline .quiet { fill: var(--quiet); }
`;
