/** Does a step cost the same in a large batch as in a small one, and does memory stay flat? The
 *  same work with ever more members, each size on a file of its own, the smallest first. What a
 *  step costs is the processor's time: the clock would tell who else uses the machine. */
import type { BenchOptions } from "../options.ts";
import { openBenchPlatform } from "./bench-platform.ts";
import { oneRound } from "./measure-engine.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
const STEPS = 5;
const WARM_UP_MEMBERS = 2_000;
/** A larger database leaves more caches; a cost that grows with the members would be 100. */
const GROWTH_MAX = 2;
const RSS_MB_MAX = 600;

type Size = {
  readonly members: number;
  readonly cpuMicrosPerStep: number;
  readonly stepsPerSec: number;
  readonly rssMb: number;
};

export async function measureEngineGrowth(options: BenchOptions) {
  const steps = options.steps ?? STEPS;
  const sizes: Size[] = [];
  for (const members of SIZES) {
    if (members <= (options.members ?? Number.POSITIVE_INFINITY)) {
      sizes.push(await measureSize(members, steps));
    }
  }
  const costs = sizes.map(({ cpuMicrosPerStep }) => cpuMicrosPerStep);
  const growth = Math.round(((costs.at(-1) ?? 0) / (costs[0] ?? 1)) * 100) / 100;
  const rssMb = Math.max(...sizes.map((size) => size.rssMb));
  const withinBudget = growth <= GROWTH_MAX && rssMb <= RSS_MB_MAX;
  return { steps, sizes, growth, rssMb, withinBudget, table: tableOf(sizes, growth, withinBudget) };
}

async function measureSize(members: number, steps: number): Promise<Size> {
  const platform = await openBenchPlatform();
  try {
    await oneRound(platform, { members: WARM_UP_MEMBERS, steps }, "warm-up");
    const before = process.cpuUsage();
    const { stepsPerSec } = await oneRound(platform, { members, steps }, "measured");
    const { user, system } = process.cpuUsage(before);
    const cpuMicrosPerStep = Math.round(((user + system) * 10) / (members * steps)) / 10;
    const rssMb = Math.round(process.resourceUsage().maxRSS / 1_024);
    return { members, cpuMicrosPerStep, stepsPerSec, rssMb };
  } finally {
    await platform.close();
  }
}

function tableOf(sizes: readonly Size[], growth: number, withinBudget: boolean): string {
  const rows = sizes.map(
    ({ members, cpuMicrosPerStep, stepsPerSec, rssMb }) =>
      `${String(members).padStart(9)} ${cpuMicrosPerStep.toFixed(1).padStart(11)} ` +
      `${String(stepsPerSec).padStart(9)} ${String(rssMb).padStart(9)}`,
  );
  const verdict = withinBudget ? "within" : "OVER";
  const heading = "  members µs CPU/step   steps/s    MB peak";
  const budget = `${verdict} the budget of ${GROWTH_MAX} × and ${RSS_MB_MAX} MB`;
  return `${[heading, ...rows, `cost grows by ${growth} ×; ${budget}`].join("\n")}\n`;
}
