/** `npm run simulate`: many seeds on two processes. Seeds are new each time and printed; the first
 *  that fails is made small at once, any other with `--seed N --shrink`. */
import { fork } from "node:child_process";
import { performance } from "node:perf_hooks";
import { readWords } from "../command-words.ts";
import { emptyTally, merge, runSeed, type Tally } from "./run-many.ts";
import { runPlan } from "./run-seed.ts";
import { invariantOf, type Shrunk, shrink } from "./shrink.ts";
import { metSituations, missedSituations } from "./situations.ts";
import { regressionOf, tellFailure, tellShrunk } from "./tell-failure.ts";
import { drawPlan } from "./world/draw-plan.ts";
import type { WorldPlan } from "./world/plan.ts";

const PROCESSES_DEFAULT = 2;
const SEEDS_DEFAULT = 2_000;
const SEED_MAX = 2_000_000_000;
/** A failure that takes longer to make small than this stays larger. */
const SHRINK_MS = 60_000;
/** How often a part says how far it is. */
const TELL_MS = 500;

const HELP = `usage: npm run -s simulate -- [options]
  --seeds N      how many seeds (${SEEDS_DEFAULT}); they are new each time, and printed
  --from X       the first of them
  --processes N  so many at once (${PROCESSES_DEFAULT})
  --rates        tells how often each situation was met
  --seed X       that one alone, with its last commits
  --shrink       makes a --seed that fails small, within ${SHRINK_MS / 1_000} s; with --json it is
                 printed as test/simulation/regress/ keeps it
  --why N        asks why in N states, does what is said, and compares told ends with true ones
  --mutants      broken copies of the engine, all of which must be found out within --seeds;
                 --from repeats a run of them, --shrink makes each failure small
  --unit         asks the compiler and the unit tests about each mutant, too: one that they find
                 is none of the simulation's. Without it the last line says "unit":"not run"
  --only A,B     of the mutants those whose ids contain A or B, without the engine as it is
  --json         nothing but the last line

examples
  npm run -s simulate -- --seeds 200
  npm run -s simulate -- --seed 858782989 --shrink
  npm run -s simulate -- --mutants --only budget,finalize

exit codes: 0 all is well; 1 an invariant is broken, a run is stuck, or a situation was not met
often enough; 2 wrong usage
`;

const asked = readWords(process.argv.slice(2), {
  numbers: {
    seeds: { least: 1, most: 1_000_000 },
    seed: { least: 0, most: SEED_MAX },
    from: { least: 0, most: SEED_MAX },
    processes: { least: 1, most: 64 },
    why: { least: 1, most: 1_000_000 },
    /** For the processes that this one starts: their part begins there. */
    share: { least: 0, most: SEED_MAX },
  },
  flags: ["json", "mutants", "shrink", "rates", "unit"],
  lists: ["only"],
});
const misused = (sentence: string): never => {
  process.stderr.write(`${sentence}\n\n${HELP}`);
  process.exit(2);
};
const words = asked.ok ? asked.value : misused(asked.error);
if (words.has("unit") && !words.has("mutants")) {
  misused("--unit asks about mutants: give --mutants beside it");
}
if (words.list("only").length > 0 && !words.has("mutants")) {
  misused("--only chooses among the mutants: give --mutants beside it");
}
const isJson = words.has("json");

const say = (text: string): void => {
  if (!isJson) process.stdout.write(`${text}\n`);
};

async function runOne(seed: number): Promise<number> {
  const plan = drawPlan(seed);
  const result = await runPlan(plan);
  const invariant = invariantOf(result);
  const { events, faults, traceHash, recent } = result;
  for (const line of recent) say(line);
  if (invariant === null) say(`seed ${seed} goes well`);
  else {
    const text = result.violations[0]?.text ?? result.stuck ?? "";
    for (const line of tellFailure({ seed, invariant, text, traceHash, recent })) say(line);
    if (words.has("shrink")) {
      const small = await shrunk(plan);
      if (isJson && small !== null) {
        process.stdout.write(`${JSON.stringify(regressionOf(small), null, 2)}\n`);
        return 1;
      }
      for (const line of small === null ? [] : tellShrunk(small)) say(line);
    }
  }
  print({ seed, events, faults: faults.length, violations: result.violations.length, traceHash });
  return invariant === null ? 0 : 1;
}

function shrunk(plan: WorldPlan): Promise<Shrunk | null> {
  const until = performance.now() + SHRINK_MS;
  return shrink(plan, { isOver: () => performance.now() > until });
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
  await tellFailures(tally.failures);
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

/** All of them, and the first made small: with it most of the others are mended. On the standard
 *  error, so that also those hear of it who want nothing but the last line. */
async function tellFailures(failures: Tally["failures"]): Promise<void> {
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  for (const failure of failures) for (const line of tellFailure(failure)) tell(line);
  const [first] = failures;
  if (first === undefined || UNSHRINKABLE.has(first.invariant)) return;
  const small = await shrunk(drawPlan(first.seed));
  for (const line of small === null ? [] : tellShrunk(small)) tell(line);
}

/** These compare several runs. */
const UNSHRINKABLE: ReadonlySet<string> = new Set(["I36", "I37", "threw"]);

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

const fresh = (): number => Math.floor(Math.random() * SEED_MAX);

async function breakOnPurpose(seeds: number): Promise<number> {
  const { runMutants } = await import("./mutants/run-mutants.ts");
  return runMutants({
    seeds,
    first: words.number("from") ?? fresh(),
    only: words.list("only"),
    json: isJson,
    unit: words.has("unit"),
    shrink: words.has("shrink"),
    jobs: words.number("processes") ?? PROCESSES_DEFAULT,
  });
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
  if (words.has("mutants")) return breakOnPurpose(seeds);
  const seed = words.number("seed");
  if (seed !== null) return runOne(seed);
  const from = words.number("from") ?? fresh();
  const states = words.number("why");
  if (states !== null) {
    const { askWhy } = await import("./why/ask-why.ts");
    return askWhy(states, from, { say, print });
  }
  return runAll(from, seeds);
}

process.exitCode = await main();
