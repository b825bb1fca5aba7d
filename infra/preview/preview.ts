/** The command: words in, report out, exit code. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { renderSvg } from "./diagram/render-svg.ts";
import { makeReport } from "./make-report.ts";
import { type Format, parseOptions, USAGE } from "./options.ts";
import { renderJson } from "./render-json.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderText } from "./render-text.ts";
import { type Report, refusals } from "./report.ts";
import { readStack } from "./stack-config.ts";

const BROKEN = 1;
const MISUSED = 2;
const REFUSED = 6;

const RENDER = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  svg: renderSvg,
} as const satisfies Record<Exclude<Format, "levels">, (report: Report) => string>;

async function printLevels(root: string, name: string): Promise<number> {
  const stack = await readStack(root, name);
  if (!stack.ok) {
    process.stderr.write(`preview: ${stack.error}\n`);
    return MISUSED;
  }
  process.stdout.write(`${JSON.stringify(stack.value.policies, null, 2)}\n`);
  return 0;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help")) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = parseOptions(args);
  if (!options.ok) {
    process.stderr.write(`preview: ${options.error}\n\n${USAGE}`);
    return MISUSED;
  }
  const { stack, against, format } = options.value;
  const root = path.resolve(import.meta.dirname, "../..");
  if (format === "levels") return printLevels(root, stack);
  const report = await makeReport({
    root,
    stack,
    against,
    digestKey: randomBytes(32),
    say: (progress) => process.stderr.write(`preview: ${progress}\n`),
    secondsSoFar: () => Math.round(process.uptime() * 10) / 10,
  });
  if (!report.ok) {
    process.stderr.write(`preview: ${report.error.message}\n`);
    return report.error.kind === "usage" ? MISUSED : BROKEN;
  }
  process.stdout.write(RENDER[format](report.value));
  return refusals(report.value).length === 0 ? 0 : REFUSED;
}

process.exitCode = await main(process.argv.slice(2));
