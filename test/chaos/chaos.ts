/** Entry of `npm run chaos`: kills the platform so many times and tells what came of it. Exit code
 *  1 means that something was lost or doubled, or is left for a person. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type ChaosResult, runChaos } from "./run-chaos.ts";

const HELP = `usage: npm run -s chaos -- [options]
  --kills N   how often the process is killed (default 60)
  --people N  how many people are in each wave (default 100)
  --seed N    repeats the choices of an earlier run, not its moments
  --json      one JSON object instead of a line for each kill
`;
const SEED_BELOW = 2 ** 31;

async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      kills: { type: "string", default: "60" },
      people: { type: "string", default: "100" },
      seed: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const kills = Number(values.kills);
  const people = Number(values.people);
  const seed = values.seed === undefined ? randomInt(SEED_BELOW) : Number(values.seed);
  if (values.help || ![kills, people, seed].every(Number.isSafeInteger)) {
    process.stderr.write(HELP);
    return values.help ? 0 : 2;
  }
  const say = (line: string): void => void (values.json || process.stdout.write(`${line}\n`));
  const result = await runChaos({ kills, people, seed, say });
  process.stdout.write(`${JSON.stringify(result)}\n`);
  return isSound(result) ? 0 : 1;
}

const isSound = ({ lost, doubled, attention, incidents }: ChaosResult): boolean =>
  lost + doubled + attention.length + incidents === 0;

process.exitCode = await main(process.argv.slice(2));
