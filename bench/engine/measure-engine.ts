/** M members, each S steps that do nothing, one after the other: through bus, worker and back,
 *  durable before anything is acknowledged. A round begins with the making of the batch and ends
 *  when the store has it as completed. Afterwards the rows are counted, and must be all there. */
import { countRows } from "../../runtime/hosts/embedded/count-rows.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { marksOf, type Times, type Work } from "../peers/marks.ts";
import { type BenchPlatform, openBenchPlatform } from "./bench-platform.ts";
import { probeFdatasyncMs } from "./fsync-probe.ts";
import { begin, ended, makeBatch, publishBench } from "./run-batch.ts";

const MEMBERS = 2_000;
const STEPS = 5;
const ROUNDS = 3;
const WARM_UPS = 1;
/** A member alone goes other ways than thousands do: they are warmed up by themselves. */
const LONE: Work = { members: 1, steps: 100 };
const LONE_WARM_UPS = 6;
const LONE_ROUNDS = 5;
/** How many syncs to disk a lone step may take: it cannot do with less than two. */
const SYNCS_MAX = 6;

export type EngineRate = Times & {
  /** Of the processor, whatever else the machine has to do. */
  readonly cpuMicrosPerStep: number;
  readonly rssMb: number;
  readonly synchronous: "FULL";
  readonly rounds: number;
  readonly warmUps: number;
  readonly lone: Lone;
  readonly rows: { readonly steps: number; readonly events: number; readonly ledger: number };
};
export type Lone = {
  readonly p50Ms: number;
  readonly fdatasyncMs: number;
  readonly syncs: number;
};

async function measureRate(options: BenchOptions): Promise<EngineRate> {
  const work = { members: options.members ?? MEMBERS, steps: options.steps ?? STEPS };
  const rounds = options.rounds ?? ROUNDS;
  const warmUps = options.warmUp ?? WARM_UPS;
  const platform = await openBenchPlatform();
  try {
    const times: Times[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const before = process.cpuUsage();
      const took = await oneRound(platform, work, `round-${round}`);
      const { user, system } = process.cpuUsage(before);
      if (round < warmUps) continue;
      times.push(took);
      cpu.push((user + system) / took.steps);
    }
    const cpuMicrosPerStep = hundredths(median(cpu));
    const rssMb = Math.round(process.resourceUsage().maxRSS / 1_024);
    const lone = await loneSteps(platform);
    const batches = [
      ...times.map(() => work),
      ...Array.from({ length: warmUps }, () => work),
      ...Array.from({ length: LONE_WARM_UPS + LONE_ROUNDS }, () => LONE),
    ];
    const rows = checkRows(platform, batches);
    const told = { cpuMicrosPerStep, rssMb, synchronous: "FULL" } as const;
    return { ...medianOf(times), ...told, rounds, warmUps, lone, rows };
  } finally {
    await platform.close();
  }
}

export async function oneRound(platform: BenchPlatform, work: Work, name: string): Promise<Times> {
  const runbook = await publishBench(platform, name, work.steps);
  const marks = marksOf(work);
  platform.noOp.use(marks);
  marks.start();
  const batchId = await makeBatch(platform, { ...runbook, members: work.members, key: name });
  await begin(platform, batchId);
  await marks.allDone;
  await ended(platform, batchId);
  return marks.times();
}

/** One member alone: nothing to share a commit with. Each round is held against what the disk took
 *  right before it. */
async function loneSteps(platform: BenchPlatform): Promise<Lone> {
  const measured: Lone[] = [];
  for (let round = 0; round < LONE_WARM_UPS + LONE_ROUNDS; round += 1) {
    const fdatasyncMs = probeFdatasyncMs(platform.folder);
    const { p50Ms } = await oneRound(platform, LONE, `lone-${round}`);
    if (round >= LONE_WARM_UPS) measured.push({ p50Ms, fdatasyncMs, syncs: p50Ms / fdatasyncMs });
  }
  const of = (part: keyof Lone): number => hundredths(median(measured.map((each) => each[part])));
  return { p50Ms: of("p50Ms"), fdatasyncMs: of("fdatasyncMs"), syncs: of("syncs") };
}

/** Every step has its execution, its row in the ledger, and at least one event. */
function checkRows({ path }: BenchPlatform, batches: readonly Work[]): EngineRate["rows"] {
  const expected = batches.reduce((sum, { members, steps }) => sum + members * steps, 0);
  const { succeeded, stepEvents, ledger } = countRows(path);
  if (succeeded !== expected || ledger !== expected || stepEvents !== expected) {
    const found = JSON.stringify({ succeeded, stepEvents, ledger });
    throw new Error(`${expected} steps ran, and these rows are there: ${found}`);
  }
  return { steps: succeeded, events: stepEvents, ledger };
}

const medianOf = (rounds: readonly Times[]): Times => ({
  steps: median(rounds.map(({ steps }) => steps)),
  wallMs: Math.round(median(rounds.map(({ wallMs }) => wallMs))),
  stepsPerSec: Math.round(median(rounds.map(({ stepsPerSec }) => stepsPerSec))),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
});

const hundredths = (value: number): number => Math.round(value * 100) / 100;

export async function measureEngine(options: BenchOptions) {
  const rate = await measureRate(options);
  const withinBudget = rate.lone.syncs <= SYNCS_MAX;
  return { ...rate, withinBudget, table: tableOf(rate, withinBudget) };
}

function tableOf(rate: EngineRate, withinBudget: boolean): string {
  const { lone, rows } = rate;
  return [
    `${rate.stepsPerSec} steps/s (${rate.steps} steps, median of ${rate.rounds} rounds after ` +
      `${rate.warmUps} of warm-up), synchronous ${rate.synchronous}`,
    `between two steps of a member: p50 ${rate.p50Ms} ms, p99 ${rate.p99Ms} ms`,
    `${rate.cpuMicrosPerStep} µs of the processor per step; memory at most ${rate.rssMb} MB`,
    `a lone step: p50 ${lone.p50Ms} ms, ${lone.syncs} × the disk's fdatasync of ` +
      `${lone.fdatasyncMs} ms, ${withinBudget ? "within" : "OVER"} the budget of ${SYNCS_MAX} ×`,
    `rows counted: ${rows.steps} steps, ${rows.events} events, ${rows.ledger} of the ledger\n`,
  ].join("\n");
}
