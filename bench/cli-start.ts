/** How long `drover --help` takes, beside an empty Node on the same machine in the same minute.
 *  The two take turns, so that a busy moment hits both; medians, so that one such moment does
 *  not count. The budget is for what drover adds: how fast Node starts is the machine's matter. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./median.ts";

const RUNS = 21;
const BUDGET_MS = 150;

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const EMPTY = [file("./empty.js")];
const HELP = [file("../runtime/cli/bin.js"), "--help"];

export type CliStart = {
  readonly emptyMs: number;
  readonly helpMs: number;
  readonly addedMs: number;
  readonly runs: number;
  readonly withinBudget: boolean;
};

export function measureCli(): CliStart & { readonly table: string } {
  // Warm: files in the page cache, the compile cache written, as on every run but the first.
  timeMs(EMPTY);
  timeMs(HELP);
  const turns = Array.from({ length: RUNS }, () => [timeMs(EMPTY), timeMs(HELP)] as const);
  const result = summary(turns);
  return { ...result, table: tableOf(result) };
}

export function summary(turns: readonly (readonly [emptyMs: number, helpMs: number])[]): CliStart {
  const emptyMs = median(turns.map(([empty]) => empty));
  const helpMs = median(turns.map(([, help]) => help));
  const addedMs = helpMs - emptyMs;
  return {
    emptyMs: tenths(emptyMs),
    helpMs: tenths(helpMs),
    addedMs: tenths(addedMs),
    runs: turns.length,
    withinBudget: addedMs <= BUDGET_MS,
  };
}

function timeMs(words: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  const took = performance.now() - started;
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  return took;
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

function tableOf({ emptyMs, helpMs, addedMs, runs, withinBudget }: CliStart): string {
  const row = (name: string, ms: number) => `${name.padEnd(16)}${ms.toFixed(1).padStart(8)} ms\n`;
  return (
    row("empty Node", emptyMs) +
    row("drover --help", helpMs) +
    row("added", addedMs) +
    `${runs} runs each, taken in turns; ` +
    `${withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MS} ms\n`
  );
}
