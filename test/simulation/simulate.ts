/** `npm run simulate`: many seeds on two processes. Seeds are new each time and printed; one that
 *  failed is run again, traced and made small with `--seed`.
 *    --seeds N   how many (2,000)        --seed X     that one alone, with its last commits
 *    --from X    the first of them       --json       nothing but the last line
 *    --shrink    make a failing --seed small and print it as a regression
 *    --rates     how often each situation was met
 *    --processes N   so many at once (2)
 *    --mutants   broken copies of the engine must all be found out */
import { fork } from "node:child_process";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { emptyTally, merge, runSeed, type Tally } from "./run-many.ts";
import { runPlan } from "./run-seed.ts";
import { invariantOf, shrink } from "./shrink.ts";
import { metSituations, missedSituations } from "./situations.ts";
import { drawPlan } from "./world/draw-plan.ts";

const PROCESSES_DEFAULT = 2;
const SEEDS_DEFAULT = 2_000;
const SEED_MAX = 2_000_000_000;

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    seed: { type: "string" },
    from: { type: "string" },
    json: { type: "boolean", default: false },
    mutants: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    share: { type: "string" },
    rates: { type: "boolean", default: false },
    processes: { type: "string" },
  },
});

const say = (text: string): void => {
  if (!values.json) process.stdout.write(`${text}\n`);
};

async function runOne(seed: number): Promise<number> {
  const plan = drawPlan(seed);
  const result = await runPlan(plan);
  const invariant = invariantOf(result);
  for (const line of result.recent) say(line);
  say(`seed ${seed}: ${invariant ?? "well"} ${result.violations[0]?.text ?? result.stuck ?? ""}`);
  if (values.shrink && invariant !== null) {
    say(JSON.stringify(await shrink(plan)));
  }
  const { events, faults, traceHash } = result;
  print({ seed, events, faults: faults.length, violations: result.violations.length, traceHash });
  return invariant === null ? 0 : 1;
}

const print = (facts: object): void => {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
};

/** In a process of its own: its part of the seeds, told to whoever started it. */
async function runShare(from: number, count: number): Promise<void> {
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed += 1) await runSeed(tally, seed);
  const { user, system } = process.cpuUsage();
  tally.cpuMs = (user + system) / 1_000;
  process.send?.(tally);
  process.disconnect?.();
}

function share(from: number, count: number): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ["--share", `${from}:${count}`], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    child.once("message", (tally) => resolve(tally as Tally));
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code !== 0) reject(new Error(`a process of the simulation ended with ${code}`));
    });
  });
}

async function runAll(from: number, seeds: number): Promise<number> {
  say(`seeds ${from} to ${from + seeds - 1}; one alone: npm run simulate -- --seed ${from}`);
  const began = performance.now();
  const processes = Number(values.processes ?? PROCESSES_DEFAULT);
  const part = Math.ceil(seeds / processes);
  const shares = Array.from({ length: processes }, (_, at) => {
    const first = from + at * part;
    return { first, count: Math.min(part, from + seeds - first) };
  });
  const tallies = await Promise.all(
    shares.filter(({ count }) => count > 0).map(({ first, count }) => share(first, count)),
  );
  const tally = merge(tallies);
  const met = new Map(Object.entries(tally.situations));
  const missed = missedSituations(met, tally.seeds);
  for (const { seed, invariant, text, traceHash } of tally.failures) {
    say(`seed ${seed} (trace ${traceHash}) breaks ${invariant}: ${text}`);
  }
  if (values.rates) for (const [name, count] of met) say(`rate\t${name}\t${count}`);
  for (const { name, met: count, needed } of missed) {
    say(`situation ${name} was met in ${count} seeds, ${needed} are needed`);
  }
  const { events, faults, violations, stuck } = tally;
  const msPerSeed = Math.round(((performance.now() - began) / tally.seeds) * 100) / 100;
  const cpu = Math.round(tally.cpuMs / tally.seeds);
  say(`${cpu} ms of processor time for each seed`);
  const situations = metSituations(met);
  const first = from;
  print({ seeds: tally.seeds, events, faults, violations, stuck, situations, msPerSeed, first });
  return violations + stuck + missed.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  if (values.share !== undefined) {
    const [from = 0, count = 0] = values.share.split(":").map(Number);
    await runShare(from, count);
    return 0;
  }
  if (values.mutants) {
    const { runMutants } = await import("./mutants/run-mutants.ts");
    return runMutants({ json: values.json });
  }
  if (values.seed !== undefined) return runOne(Number(values.seed));
  const from = Number(values.from ?? Math.floor(Math.random() * SEED_MAX));
  return runAll(from, Number(values.seeds ?? SEEDS_DEFAULT));
}

process.exitCode = await main();
