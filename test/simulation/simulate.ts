/** `npm run simulate`: many seeds on two processes. Seeds are new each time and printed; one that
 *  failed is run again, traced and made small with `--seed`. */
import { fork } from "node:child_process";
import { performance } from "node:perf_hooks";
import { readWords } from "../command-words.ts";
import { emptyTally, merge, runSeed, type Tally } from "./run-many.ts";
import { runPlan } from "./run-seed.ts";
import { invariantOf, shrink } from "./shrink.ts";
import { metSituations, missedSituations } from "./situations.ts";
import { drawPlan } from "./world/draw-plan.ts";

const PROCESSES_DEFAULT = 2;
const SEEDS_DEFAULT = 2_000;
const SEED_MAX = 2_000_000_000;
/** How often a part says how far it is. */
const TELL_MS = 500;

const HELP = `usage: npm run -s simulate -- [options]
  --seeds N      how many seeds (${SEEDS_DEFAULT}); they are new each time, and printed
  --from X       the first of them
  --processes N  so many at once (${PROCESSES_DEFAULT})
  --rates        tells how often each situation was met
  --seed X       that one alone, with its last commits
  --shrink       makes a --seed that fails small and prints it as a regression
  --mutants      broken copies of the engine, all of which must be found out
  --json         nothing but the last line

examples
  npm run -s simulate -- --seeds 200
  npm run -s simulate -- --seed 858782989 --shrink

exit codes: 0 all is well; 1 an invariant is broken, a run is stuck, or a situation was not met
often enough; 2 wrong usage
`;

const asked = readWords(process.argv.slice(2), {
  numbers: {
    seeds: { least: 1, most: 1_000_000 },
    seed: { least: 0, most: SEED_MAX },
    from: { least: 0, most: SEED_MAX },
    processes: { least: 1, most: 64 },
    /** For the processes that this one starts: their part begins there. */
    share: { least: 0, most: SEED_MAX },
  },
  flags: ["json", "mutants", "shrink", "rates"],
});
if (!asked.ok) {
  process.stderr.write(`${asked.error}\n\n${HELP}`);
  process.exit(2);
}
const words = asked.value;
const isJson = words.has("json");

const say = (text: string): void => {
  if (!isJson) process.stdout.write(`${text}\n`);
};

async function runOne(seed: number): Promise<number> {
  const plan = drawPlan(seed);
  const result = await runPlan(plan);
  const invariant = invariantOf(result);
  for (const line of result.recent) say(line);
  say(`seed ${seed}: ${invariant ?? "well"} ${result.violations[0]?.text ?? result.stuck ?? ""}`);
  if (words.has("shrink") && invariant !== null) {
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
  let told = performance.now();
  for (let seed = from; seed < from + count; seed += 1) {
    await runSeed(tally, seed);
    if (performance.now() - told < TELL_MS) continue;
    told = performance.now();
    process.send?.({ done: seed - from + 1 });
  }
  const { user, system } = process.cpuUsage();
  tally.cpuMs = (user + system) / 1_000;
  process.send?.(tally);
  process.disconnect?.();
}

type Told = Tally | { readonly done: number };

function share(from: number, count: number, done: (seeds: number) => void): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const own = ["--share", String(from), "--seeds", String(count)];
    const child = fork(import.meta.filename, own, {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    child.on("message", (told: Told) => {
      if ("done" in told) done(told.done);
      else resolve(told);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code !== 0) reject(new Error(`a process of the simulation ended with ${code}`));
    });
  });
}

async function runAll(from: number, seeds: number): Promise<number> {
  say(`seeds ${from} to ${from + seeds - 1}; one alone: npm run simulate -- --seed ${from}`);
  const began = performance.now();
  const processes = words.number("processes") ?? PROCESSES_DEFAULT;
  const part = Math.ceil(seeds / processes);
  const shares = Array.from({ length: processes }, (_, at) => {
    const first = from + at * part;
    return { first, count: Math.min(part, from + seeds - first) };
  });
  const progress = progressOf(seeds);
  const tallies = await Promise.all(
    shares
      .filter(({ count }) => count > 0)
      .map(({ first, count }, at) => share(first, count, (done) => progress.tell(at, done))),
  );
  progress.end();
  const tally = merge(tallies);
  const met = new Map(Object.entries(tally.situations));
  const missed = missedSituations(met, tally.seeds);
  for (const { seed, invariant, text, traceHash } of tally.failures) {
    say(`seed ${seed} (trace ${traceHash}) breaks ${invariant}: ${text}`);
  }
  if (words.has("rates")) for (const [name, count] of met) say(`rate\t${name}\t${count}`);
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

/** One line on a terminal, written over and over; nothing anywhere else. */
function progressOf(seeds: number) {
  const began = performance.now();
  const parts = new Map<number, number>();
  const isShown = process.stderr.isTTY === true && !isJson;
  return {
    tell: (part: number, done: number): void => {
      parts.set(part, done);
      const all = [...parts.values()].reduce((sum, each) => sum + each, 0);
      const left = Math.round(((performance.now() - began) / all / 1_000) * (seeds - all));
      if (isShown) process.stderr.write(`\r${all} of ${seeds} seeds, about ${left} s left   `);
    },
    end: (): void => {
      if (isShown) process.stderr.write("\r\u001b[K");
    },
  };
}

async function main(): Promise<number> {
  if (words.has("help")) {
    process.stdout.write(HELP);
    return 0;
  }
  const seeds = words.number("seeds") ?? SEEDS_DEFAULT;
  const share = words.number("share");
  if (share !== null) {
    await runShare(share, seeds);
    return 0;
  }
  if (words.has("mutants")) {
    const { runMutants } = await import("./mutants/run-mutants.ts");
    return runMutants({ json: isJson });
  }
  const seed = words.number("seed");
  if (seed !== null) return runOne(seed);
  return runAll(words.number("from") ?? Math.floor(Math.random() * SEED_MAX), seeds);
}

process.exitCode = await main();
