/** How long a person waits for `drover --help`: the whole of it, from the Node that npm runs on
 *  and from the one the sources need, beside an empty Node. They take turns, so that a busy moment
 *  hits all; medians, so that one such moment does not count. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./median.ts";

const RUNS = 21;
const BUDGET_MS = 150;

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const EMPTY = [file("./empty.js")];
const HELP = [file("../runtime/cli/bin.js"), "--help"];

/** One turn: an empty Node, our help by the pinned Node, and by whatever Node npm itself has. */
export type Turn = readonly [emptyMs: number, helpMs: number, launchedMs: number];

export type CliStart = {
  readonly emptyMs: number;
  /** The whole wait, in the Node that the sources need. */
  readonly helpMs: number;
  /** The whole wait, in the Node that a user has. */
  readonly launchedMs: number;
  readonly addedMs: number;
  readonly runs: number;
  readonly withinBudget: boolean;
};

export function measureCli(): CliStart & { readonly launcher: string; readonly table: string } {
  const here = process.execPath;
  const launcher = process.env["npm_node_execpath"] ?? here;
  const turn = (): Turn => [timeMs(here, EMPTY), timeMs(here, HELP), timeMs(launcher, HELP)];
  // Warm: files in the page cache, the compile cache written, as on every run but the first.
  turn();
  const result = summary(Array.from({ length: RUNS }, turn));
  const version = spawnSync(launcher, ["--version"], { encoding: "utf8" }).stdout.trim();
  return { ...result, launcher: version, table: tableOf(result, version) };
}

export function summary(turns: readonly Turn[]): CliStart {
  const emptyMs = median(turns.map(([empty]) => empty));
  const helpMs = median(turns.map(([, help]) => help));
  const launchedMs = median(turns.map(([, , launched]) => launched));
  return {
    emptyMs: tenths(emptyMs),
    helpMs: tenths(helpMs),
    launchedMs: tenths(launchedMs),
    addedMs: tenths(helpMs - emptyMs),
    runs: turns.length,
    withinBudget: Math.max(helpMs, launchedMs) <= BUDGET_MS,
  };
}

function timeMs(node: string, words: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(node, words, { encoding: "utf8" });
  const took = performance.now() - started;
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  return took;
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

function tableOf(result: CliStart, launcher: string): string {
  const { emptyMs, helpMs, launchedMs, addedMs, runs, withinBudget } = result;
  const row = (name: string, ms: number) => `${name.padEnd(26)}${ms.toFixed(1).padStart(8)} ms\n`;
  return (
    row("empty Node", emptyMs) +
    row("drover --help", helpMs) +
    row(`drover --help, ${launcher}`, launchedMs) +
    row("added to an empty Node", addedMs) +
    `${runs} runs each, taken in turns; ` +
    `${withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MS} ms for the whole wait\n`
  );
}
