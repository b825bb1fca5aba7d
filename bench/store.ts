/** What the store costs per step: the real core's decisions about results, in groups, committed to
 *  a real file with a sync each. The time inside `decide` is taken off; what is left is locking,
 *  loading, writing, committing. Beside it a lone step: one result in a commit of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore, type SqliteStore } from "../runtime/store/sqlite/sqlite-store.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { type BenchBatch, beginBatch, commitResults, type Took } from "./store-batch.ts";

const MEMBERS = 2_000;
const STEPS = 5;
const ROUNDS = 5;
const WARM_UP = 2;
const GROUP = 1_000;
const LONE = 200;
/** Of the whole budget of a step, what the store may take. */
const BUDGET_MICROS = 15;

export type StoreCost = {
  readonly steps: number;
  readonly microsPerStep: number;
  readonly cpuMicrosPerStep: number;
  readonly decideMicrosPerStep: number;
  readonly loneMs: number;
  readonly pagesPerLone: number;
  readonly withinBudget: boolean;
};

export async function measureStore(
  options: BenchOptions,
): Promise<StoreCost & { readonly table: string }> {
  const { members, steps } = { members: options.members ?? MEMBERS, steps: options.steps ?? STEPS };
  const rounds: Round[] = [];
  for (let round = 0; round < (options.warmUp ?? WARM_UP) + (options.rounds ?? ROUNDS); round += 1)
    rounds.push(await oneRound(members, steps));
  const counted = rounds.slice(options.warmUp ?? WARM_UP);
  const of = (pick: (round: Round) => number, from = median): number =>
    Math.round(from(counted.map(pick)) * 100) / 100;
  const least = (values: readonly number[]): number => Math.min(...values);
  const cost = {
    steps: members * steps,
    microsPerStep: of(({ micros }) => micros),
    cpuMicrosPerStep: of(({ cpuMicros }) => cpuMicros, least),
    decideMicrosPerStep: of(({ decideMicros }) => decideMicros, least),
    loneMs: of(({ loneMs }) => loneMs),
    pagesPerLone: of(({ lonePages }) => lonePages),
    withinBudget: of(({ cpuMicros }) => cpuMicros, least) <= BUDGET_MICROS,
  };
  return { ...cost, table: tableOf(cost) };
}

type Round = {
  readonly micros: number;
  readonly cpuMicros: number;
  readonly decideMicros: number;
  readonly loneMs: number;
  readonly lonePages: number;
};

async function oneRound(members: number, steps: number): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), "drover-bench-"));
  const store = await openSqliteStore<string>({
    path: join(folder, "drover.db"),
    now: () => new Date(),
    delivery: () => ({ kind: "fused", fuse: () => ({ records: "", ended: () => {} }) }),
  });
  try {
    const batch = await beginBatch(store, "bench", members, steps);
    const grouped = await inGroups(store, batch, members, steps);
    const lone = await beginBatch(store, "lone", LONE, 2);
    return { ...grouped, ...(await oneByOne(store, lone)) };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function inGroups(
  store: SqliteStore<string>,
  batch: BenchBatch,
  members: number,
  steps: number,
): Promise<Pick<Round, "micros" | "cpuMicros" | "decideMicros">> {
  const took: Took[] = [];
  for (let step = 0; step < steps; step += 1) {
    const jobs = batch.executions.map((id) => id + step);
    for (let from = 0; from < jobs.length; from += GROUP)
      took.push(await commitResults(store, batch, jobs.slice(from, from + GROUP)));
  }
  const count = members * steps;
  const sum = (pick: (each: Took) => number): number => took.reduce((a, b) => a + pick(b), 0);
  return {
    micros: (sum(({ storeMs }) => storeMs) * 1_000) / count,
    cpuMicros: (sum(({ cpuMs }) => cpuMs) * 1_000) / count,
    decideMicros: (sum(({ decideCpuMs }) => decideCpuMs) * 1_000) / count,
  };
}

async function oneByOne(
  store: SqliteStore<string>,
  batch: BenchBatch,
): Promise<Pick<Round, "loneMs" | "lonePages">> {
  const took: number[] = [];
  const pages = pagesWritten(store);
  const before = pages();
  for (const id of batch.executions) {
    const { storeMs } = await commitResults(store, batch, [id]);
    took.push(storeMs);
  }
  return { loneMs: median(took), lonePages: (pages() - before) / took.length };
}

/** Frames in the write-ahead log, which lone steps do not fill. */
const pagesWritten = ({ share }: SqliteStore<string>): (() => number) =>
  share((database) => {
    const log = database.prepare("pragma wal_checkpoint(noop)");
    return () => Number(log.get()?.["log"]);
  });

const tableOf = (cost: StoreCost): string =>
  `${cost.microsPerStep} µs per step (${cost.cpuMicrosPerStep} µs of CPU), and ` +
  `${cost.decideMicrosPerStep} µs to decide\n` +
  `a lone step: ${cost.loneMs} ms, ${cost.pagesPerLone} pages\n` +
  `${cost.steps} steps in groups of ${GROUP}; ` +
  `${cost.withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MICROS} µs\n`;

if (import.meta.main) {
  const none = {
    members: null,
    steps: null,
    rounds: null,
    warmUp: null,
    profiles: null,
    seed: null,
  };
  const options = { ...none, fastest: false, growth: false, json: false };
  process.stdout.write((await measureStore(options)).table);
}
