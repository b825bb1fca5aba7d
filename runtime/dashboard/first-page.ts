/** The first page of a local Drover: what runs here, what is simulated, which runbooks came
 *  with it and what to try next. One self-contained document: no script, no other request. */
import { escapeHtml } from "./escape.ts";
import { FIRST_PAGE_STYLE } from "./first-page-style.ts";
import { runbookTimeline, type TimelinePhase } from "./runbook-timeline.ts";

export type RunbookCard = {
  readonly file: string;
  readonly name: string;
  readonly description: string;
  readonly errors: number;
  readonly warnings: number;
  /** Empty when the runbook has errors. */
  readonly phases: readonly TimelinePhase[];
};

export type FirstPageView = {
  readonly version: string;
  readonly data: string;
  readonly runbooks: readonly RunbookCard[];
};

export function firstPage(view: FirstPageView): { html: string; style: string } {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Drover</title>
<link rel="icon" href="data:,">
<style>${FIRST_PAGE_STYLE}</style>
</head>
<body>
<p class="banner">Simulated: nothing leaves this machine</p>
<header>
<h1>Drover</h1>
<p>Runs tenant migrations and tenant exercises as code.</p>
</header>
<main>
${statusSection(view)}
<section aria-labelledby="runbooks">
<h2 id="runbooks">Runbooks that came with it</h2>
${view.runbooks.map(runbookCard).join("\n") || "<p>The folder <code>runbooks/</code> is empty.</p>"}
</section>
${NEXT_SECTION}
</main>
</body>
</html>
`;
  return { html, style: FIRST_PAGE_STYLE };
}

function statusSection({ version, data }: FirstPageView): string {
  return `<section aria-labelledby="status">
<h2 id="status">Running</h2>
<dl>
<dt>Version</dt><dd>${escapeHtml(version)}</dd>
<dt>Health</dt><dd><a href="/api/health">/api/health</a></dd>
<dt>Data</dt><dd><code>${escapeHtml(data)}</code></dd>
</dl>
</section>`;
}

function runbookCard(card: RunbookCard): string {
  const body =
    card.errors === 0
      ? runbookTimeline(card.name, card.phases)
      : "<p>It cannot be drawn until its errors are mended.</p>";
  return `<article>
<h3>${escapeHtml(card.name)}</h3>
<p class="verdict">${escapeHtml(verdict(card))} <code>${escapeHtml(card.file)}</code></p>
<p>${escapeHtml(card.description)}</p>
${body}
</article>`;
}

function verdict({ errors, warnings }: RunbookCard): string {
  if (errors > 0) return `✗ ${errors === 1 ? "1 error" : `${errors} errors`}`;
  if (warnings > 0) return `⚠ valid, ${warnings === 1 ? "1 warning" : `${warnings} warnings`}`;
  return "✓ valid";
}

const NEXT_SECTION = `<section aria-labelledby="next">
<h2 id="next">Try next, in the project's folder</h2>
<dl>
<dt><code>npx drover runbook new my-migration</code></dt>
<dd>writes a commented runbook to start from</dd>
<dt><code>npx drover runbook validate my-migration.yaml</code></dt>
<dd>finds every problem at once, with line and column</dd>
<dt><code>npx drover runbook show my-migration.yaml</code></dt>
<dd>draws its phases and steps</dd>
<dt><code>npx drover --help</code></dt><dd>lists the other commands</dd>
</dl>
</section>`;
