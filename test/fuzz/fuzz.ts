/** `npm run -s fuzz -- [--inputs N] [--seed N] [--target NAME] [--json]`: feeds every reader of
 *  outside text a large number of hostile inputs. A new seed each time unless one is given; a
 *  failure prints the seed and the smallest input that shows it, and ends with exit code 1. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { TARGETS } from "./targets.ts";

const INPUTS_PER_TARGET = 100_000;
const SEED_MAX = 2 ** 31;

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: String(INPUTS_PER_TARGET) },
    seed: { type: "string", default: String(randomInt(SEED_MAX)) },
    target: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const inputs = Number(values.inputs);
const chosen = TARGETS.filter(({ name }) => values.target === undefined || name === values.target);

if (!Number.isInteger(seed) || !Number.isInteger(inputs) || inputs < 1 || chosen.length === 0) {
  const names = TARGETS.map(({ name }) => name).join(", ");
  process.stderr.write(`fuzz: --inputs and --seed take whole numbers, --target one of ${names}.\n`);
  process.exitCode = 2;
} else {
  const reports = chosen.map((target) => {
    const report = target.run({ inputs, seed });
    if (!values.json) process.stdout.write(line(report));
    return report;
  });
  if (values.json) process.stdout.write(`${JSON.stringify({ seed, targets: reports })}\n`);
  process.exitCode = reports.some(({ failure }) => failure !== null) ? 1 : 0;
}

function line({ target, inputs, pastShare, failure }: ReturnType<(typeof TARGETS)[0]["run"]>) {
  const share = `${Math.round(pastShare * 100)} % past the first parser`;
  const verdict = failure === null ? "every one answered with a value" : `FAILED: ${failure}`;
  return `${target.padEnd(14)} ${String(inputs).padStart(8)} inputs, ${share}; ${verdict}\n`;
}
