/** The one document of the dashboard, and the policy that lets a browser load nothing for it but
 *  what this server serves. */
import { createHash } from "node:crypto";
import { type Assets, VENDORED } from "./assets.ts";

export type Shell = { readonly html: string; readonly policy: string };

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

export function makeShell({ hash, byPath }: Assets): Shell {
  const at = (path: string): string => `/assets/${hash}/${path}`;
  const imports = Object.fromEntries(
    Object.entries(VENDORED).map(([name, file]) => [name, at(`vendor/${file}`)]),
  );
  const importMap = JSON.stringify({ imports });
  const preloads = [...byPath.keys()]
    .filter((path) => path.endsWith(".mjs"))
    .map((path) => `<link rel="modulepreload" href="${at(path)}">`);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Drover</title>
<link rel="icon" type="image/svg+xml" href="${at("app/icon.svg")}">
<script src="${at("app/first-paint.js")}"></script>
<link rel="stylesheet" href="${at("app/style.css")}">
<script type="importmap">${importMap}</script>
${preloads.join("\n")}
<script type="module" src="${at("app/main.js")}"></script>
</head>
<body>
<div id="drover"></div>
<noscript>Drover's pages need JavaScript. What they do, the command drover does too.</noscript>
</body>
</html>
`;
  return { html, policy: policyOf(sha256(importMap)) };
}

/** Scripts and styles come from here alone, texts never become markup, and no other page may show
 *  this one in a frame. */
const policyOf = (importMapHash: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${importMapHash}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
