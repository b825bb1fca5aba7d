/** The API's description as a page: it reads the OpenAPI document and nothing else, runs no script
 *  and loads nothing. */
import type { Page } from "../serving/page-response.ts";
import type { OpenApiDocument } from "./document.ts";

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
};
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};

const STYLE = `
:root{color-scheme:light dark;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif}
body{overflow-wrap:anywhere;max-width:60rem;margin:0 auto;padding:1rem}
code,pre{font:0.9em ui-monospace,monospace}
pre{overflow:auto;padding:.75rem;border:1px solid;border-radius:.4rem}
summary{cursor:pointer;padding:.35rem 0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
.method{display:inline-block;min-width:4.5rem;font-weight:600}
`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const text = (value: string): string => value.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");
const json = (value: unknown): string => `<pre>${text(JSON.stringify(value, null, 2))}</pre>`;
const code = (value: string): string => `<code>${text(value)}</code>`;
const row = (...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

export function openApiPage(document: OpenApiDocument): Page {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Operation,
    })),
  );
  const sections = document.tags.map(({ name }) => {
    const here = operations.filter(({ operation }) => operation.tags.includes(name));
    if (here.length === 0) return "";
    return `<section><h2>${text(name)}</h2>${here.map(operationHtml).join("")}</section>`;
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Drover API ${text(document.info.version)}</title><style>${STYLE}</style></head><body><main>
<h1>Drover API ${text(document.info.version)}</h1><p>${text(document.info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join("\n")}</main></body></html>`;
  return { html, style: STYLE };
}

type Shown = { readonly path: string; readonly method: string; readonly operation: Operation };

function operationHtml({ path, method, operation }: Shown): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const rows = parameters.map(({ name, in: place, required, description: said = "", schema }) =>
    row(
      code(name),
      text(required ? place : `${place}, optional`),
      text(said),
      code(JSON.stringify(schema)),
    ),
  );
  const answers = Object.entries(responses).map(([status, answer]) =>
    row(text(status), text(answer.description)),
  );
  const done = responses["200"] ?? responses["201"] ?? responses["202"];
  return `<details id="${text(operationId)}"><summary><span class="method">${text(method)}</span>
<code>${text(path)}</code> ${text(summary)}</summary><p>${text(description)}</p>
${rows.length === 0 ? "" : `<table>${rows.join("")}</table>`}
${requestBody === undefined ? "" : `<h3>Body</h3>${json(requestBody.content)}`}
<h3>Answers</h3><table>${answers.join("")}</table>${json(done)}
</details>`;
}
