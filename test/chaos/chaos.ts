/** Entry of `npm run chaos`: kills the platform so many times and tells what came of it. Exit code
 *  1 means that something was lost or doubled, is left for a person, or that no process was killed
 *  at its work. */
import { randomInt } from "node:crypto";
import { readWords } from "../command-words.ts";
import { type ChaosResult, runChaos } from "./run-chaos.ts";

const HELP = `usage: npm run -s chaos -- [options]
  --kills N   how often the process is killed at the least (default 60); one that ended by
              itself, because its disk was full, is counted apart
  --people N  how many people are in each wave (default 100)
  --seed N    repeats the choices of an earlier run, not its moments
  --json      one JSON object instead of a line for each kill
`;
const SEED_BELOW = 2 ** 31;

const KILLS = 60;
const PEOPLE = 100;

async function main(given: readonly string[]): Promise<number> {
  const asked = readWords(given, {
    numbers: {
      kills: { least: 1, most: 100_000 },
      people: { least: 1, most: 10_000 },
      seed: { least: 0, most: SEED_BELOW },
    },
    flags: ["json"],
  });
  if (!asked.ok) {
    process.stderr.write(`${asked.error}\n\n${HELP}`);
    return 2;
  }
  const words = asked.value;
  if (words.has("help")) {
    process.stdout.write(HELP);
    return 0;
  }
  const isJson = words.has("json");
  const kills = words.number("kills") ?? KILLS;
  const people = words.number("people") ?? PEOPLE;
  const seed = words.number("seed") ?? randomInt(SEED_BELOW);
  const say = (line: string): void => void (isJson || process.stdout.write(`${line}\n`));
  const result = await runChaos({ kills, people, seed, say });
  process.stdout.write(`${JSON.stringify(result)}\n`);
  return isSound(result) ? 0 : 1;
}

/** Where so many were killed and none of them at work, nothing was shown. */
const SHOWN_BY_KILLS = 10;

const isSound = ({ lost, doubled, attention, incidents, kills, atWork }: ChaosResult): boolean =>
  lost + doubled + attention.length + incidents === 0 && (atWork > 0 || kills < SHOWN_BY_KILLS);

process.exitCode = await main(process.argv.slice(2));
