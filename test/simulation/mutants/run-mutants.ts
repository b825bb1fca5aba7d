/** Puts every mutant into a copy of the sources and hunts it with the simulation. All must be
 *  found, each within so many seeds, and the sources as they are must pass as many. */
import { join } from "node:path";
import { compileErrors } from "./compile.ts";
import type { Hunted } from "./hunt.ts";
import type { Mutant } from "./mutant.ts";
import { chosenMutants, type MutantOptions } from "./options.ts";
import { openSandbox } from "./sandbox.ts";
import { huntIn, unitTestsIn } from "./try-mutant.ts";

const REPOSITORY = join(import.meta.dirname, "../../..");
const CONTROL = "control";

export type Tried = {
  readonly id: string;
  readonly hunted: Hunted;
  /** What the compiler and the unit tests say against it; null when they were not asked. */
  readonly objections: readonly string[] | null;
};

/** Exit code 0 when all were found and the control passed, 2 when one of them is not known. */
export async function runMutants(options: MutantOptions): Promise<number> {
  const chosen = chosenMutants(options.only);
  if (!chosen.ok) {
    process.stderr.write(`${chosen.error}\n`);
    return 2;
  }
  const mutants = chosen.value;
  const errors = options.unit ? compileErrors(REPOSITORY, mutants) : null;
  const all: (Mutant | null)[] = options.only.length > 0 ? [...mutants] : [null, ...mutants];
  const tried: Tried[] = [];
  const work = async (): Promise<void> => {
    const sandbox = openSandbox(REPOSITORY);
    try {
      for (let next = all.shift(); next !== undefined; next = all.shift()) {
        const objections =
          next === null || errors === null
            ? null
            : [...(errors.get(next.id) ?? []), ...(await unitTestsIn(sandbox, next))];
        const hunted = await huntIn(sandbox, next, options);
        const one = { id: next?.id ?? CONTROL, hunted, objections };
        tried.push(one);
        print(options, one, next);
      }
    } finally {
      sandbox.remove();
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return summary(tried, options);
}

function print({ json }: MutantOptions, { id, hunted, objections }: Tried, mutant: Mutant | null) {
  const { seeds, killed, seed, by, small } = hunted;
  if (json) {
    const proves = mutant?.proves ?? [];
    const unit = objections === null ? "not run" : objections.length === 0 ? "passed" : objections;
    const told = { mutant: id, killed, seeds, seed, by: short(by), proves, unit };
    const line = small === null ? told : { ...told, small };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const found = killed ? `found after ${seeds} seeds: ${short(by)}` : `passes ${seeds} seeds`;
  const size = small === null ? "" : `; ${small.events} events after ${small.ms} ms`;
  process.stdout.write(`${id}: ${found}${size}\n`);
  for (const objection of objections ?? []) process.stdout.write(`  but: ${objection}\n`);
}

const SHOWN_CHARS = 160;
const short = (by: string | null): string | null => by?.slice(0, SHOWN_CHARS) ?? null;

const medianOf = (numbers: readonly number[]): { median: number; most: number } => {
  const sorted = numbers.toSorted((one, other) => one - other);
  return { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
};

function summary(tried: readonly Tried[], options: MutantOptions): number {
  const { line, isSound } = summed(tried, options);
  process.stdout.write(`${JSON.stringify(line)}\n`);
  return isSound ? 0 : 1;
}

/** The last line: it says of everything that could have been asked whether it was. */
export function summed(
  tried: readonly Tried[],
  { first, unit }: Pick<MutantOptions, "first" | "unit">,
): { readonly line: object; readonly isSound: boolean } {
  const mutants = tried.filter(({ id }) => id !== CONTROL);
  const killed = mutants.filter(({ hunted }) => hunted.killed).length;
  const isSound = tried.every(({ id, hunted }) => id !== CONTROL || !hunted.killed);
  const objected = mutants.filter(({ objections }) => (objections ?? []).length > 0).length;
  const isTried = tried.some(({ id }) => id === CONTROL);
  const control = isTried ? (isSound ? "passed" : "failed") : "not run";
  const seedsToKill = medianOf(mutants.map(({ hunted }) => hunted.seeds));
  const sizes = mutants.flatMap(({ hunted }) => hunted.small?.events ?? []);
  const line = {
    mutants: mutants.length,
    killed,
    control,
    unit: unit ? (objected === 0 ? "passed" : `${objected} fail`) : "not run",
    first,
    seedsToKill,
    ...(sizes.length > 0 ? { events: medianOf(sizes) } : {}),
  };
  return { line, isSound: isSound && killed === mutants.length && objected === 0 };
}
