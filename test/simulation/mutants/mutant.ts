/** A bug put in on purpose, as a patch of the sources: if the simulation does not find it, the
 *  simulation lacks a situation or a checker. Patches are applied to a copy; nothing in the product
 *  knows of them. A patch compiles and passes the unit tests of its part: it is the kind of bug
 *  that only happens when things go wrong at the wrong moment. */
import { join } from "node:path";

export type Mutant = {
  /** Short and speaking, unique: how it is named on the command line. */
  readonly id: string;
  /** From the repository's root. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** What goes wrong with it, in one sentence. */
  readonly breaks: string;
  /** The hazards, invariants and decisions whose mechanism it takes away. */
  readonly proves: readonly string[];
};

/** Or throws, naming the patch: a source that changed wants its patch changed. */
export function mutated(source: string, { id, file, find, replace }: Mutant): string {
  const parts = source.split(find);
  if (parts.length === 2) return parts.join(replace);
  const times = parts.length === 1 ? "no longer" : `${parts.length - 1} times`;
  throw new Error(`mutant ${id}: its text is ${times} in ${file}`);
}

/** The tests of the model as a store; how its transactions meet is what its mutants are about. */
const MODEL_TESTS = "test/simulation/model-store/model-store.test.ts";

/** Where the unit tests of a source are: the deepest folder there is. */
export function unitTestsOf(file: string, exists: (folder: string) => boolean): string {
  if (file.startsWith("test/simulation/model-store/")) return MODEL_TESTS;
  const parts = file.split("/").slice(1, -1);
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const folder = join("test/unit", ...parts.slice(0, depth));
    if (exists(folder)) return `${folder}/`;
  }
  return "test/unit/";
}
