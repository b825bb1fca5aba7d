/** The options of `npm run bench`, read from the command line into one value. Pure. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../runtime/contract/result.ts";

export type BenchOptions = {
  readonly members: number | null;
  readonly steps: number | null;
  /** Rounds that count, of which the median is told. */
  readonly rounds: number | null;
  /** Rounds before those, which do not count: code that runs often is compiled by then. */
  readonly warmUp: number | null;
  /** Of the peers, only the one that is known to be the fastest. */
  readonly fastest: boolean;
  /** How many limits, and the seed of the first. */
  readonly profiles: number | null;
  readonly seed: number | null;
  /** The same at growing sizes. */
  readonly growth: boolean;
  readonly json: boolean;
};

export type Asked = { readonly name: string | null; readonly options: BenchOptions };

export const OPTIONS_HELP = `options, where they mean something:
  --members N   how many members (engine, phase, tick, compare)
  --steps N     how many steps each (engine, compare)
  --rounds N    how many rounds count; the median is told
  --warm-up N   how many rounds run before those
  --profiles N  throttle: how many limits, of which it tells how many miss a figure
  --seed N      throttle: the seed of the first limit; those after it have the next ones
  --fastest     compare with the fastest peer only
  --growth      engine: cost per step as the members grow
  --json        one JSON object instead of a table
`;

const COUNT_MAX = 1_000_000;
const NUMBERS = { members: 1, steps: 1, rounds: 1, "warm-up": 0, profiles: 1, seed: 1 } as const;

export function readOptions(words: readonly string[]): Result<Asked, string> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(words);
  } catch (error) {
    const [sentence = "The options could not be read"] = String(error).split(/\.(?:\s|$)|\n/);
    return fail(sentence.replace(/^TypeError(?: \[\w+\])?: /, ""));
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1) return fail(`one measurement at a time, not ${positionals.length}`);
  for (const [name, least] of Object.entries(NUMBERS)) {
    const text = values[name as keyof typeof NUMBERS];
    if (text !== undefined && !isCount(text, least)) {
      return fail(`--${name} takes a whole number from ${least} to ${COUNT_MAX}, not "${text}"`);
    }
  }
  return ok({
    name: positionals[0] ?? null,
    options: {
      members: numberOf(values.members),
      steps: numberOf(values.steps),
      rounds: numberOf(values.rounds),
      warmUp: numberOf(values["warm-up"]),
      profiles: numberOf(values.profiles),
      seed: numberOf(values.seed),
      fastest: values.fastest ?? false,
      growth: values.growth ?? false,
      json: values.json ?? false,
    },
  });
}

const parse = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      members: { type: "string" },
      steps: { type: "string" },
      rounds: { type: "string" },
      "warm-up": { type: "string" },
      profiles: { type: "string" },
      seed: { type: "string" },
      fastest: { type: "boolean" },
      growth: { type: "boolean" },
      json: { type: "boolean" },
    },
  });

const isCount = (text: string, least: number): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= COUNT_MAX;

const numberOf = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text);
