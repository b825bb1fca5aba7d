/** Every mutant there is; `without.ts` says which mechanisms have none, and why. */
import type { Mutant } from "../mutant.ts";
import { CORE_ANSWERS } from "./core-answers.ts";
import { CORE_MEMBERS } from "./core-members.ts";
import { CORE_PROMISES } from "./core-promises.ts";
import { CORE_VERSIONS } from "./core-versions.ts";
import { EDGES } from "./edges.ts";
import { MECHANISMS } from "./mechanisms.ts";
import { SCHEDULING } from "./scheduling.ts";
import { SHELL } from "./shell.ts";

export const MUTANTS: readonly Mutant[] = [
  ...CORE_ANSWERS,
  ...CORE_MEMBERS,
  ...CORE_PROMISES,
  ...CORE_VERSIONS,
  ...SHELL,
  ...EDGES,
  ...SCHEDULING,
  ...MECHANISMS,
];
