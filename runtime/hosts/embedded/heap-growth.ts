/** How far the heap of a process that runs the platform may grow between two collections. What is
 *  alive while a batch runs is a window of work, however large the batch is; left to itself, V8
 *  lets several times as much gather before it clears up. Twice what is alive costs no speed that
 *  could be measured. It is no limit: what is needed is still given. */
import { setFlagsFromString } from "node:v8";

/** Of what the last collection left alive. */
const GROWTH_PERCENT = 100;

export const boundHeapGrowth = (): void =>
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
