/** What a template may refer to, and which value wins when names meet: the special variables,
 *  then what workers returned for the member, then the columns of its row. So a later step sees
 *  a worker's fresher value, and no row can pass for a batch id.
 *  A manual batch has no start time; `{{_batch_start_time}}` is then unresolved, and the step
 *  that asks for it fails by name instead of running with a made-up time (M-031, M-034). */
import type { VariableValue } from "./template.ts";

export type Variables = ReadonlyMap<string, VariableValue>;
/** Where values are looked up: a map, or several maps asked one after the other. */
export type VariableLookup = Pick<Variables, "get" | "has">;

const BATCH_ID = "_batch_id";
const BATCH_START = "_batch_start_time";

const SPECIAL: ReadonlySet<string> = new Set([BATCH_ID, BATCH_START]);

/** Names no column and no output may take. */
export const isSpecialVariable = (name: string): boolean => SPECIAL.has(name);

export type BatchFacts = { readonly id: number; readonly start: Date | null };

/** All that init and finalize steps may use: they belong to no member (M-032). */
export function batchVariables(batch: BatchFacts): Variables {
  const variables = new Map<string, VariableValue>([[BATCH_ID, batch.id]]);
  if (batch.start !== null) variables.set(BATCH_START, batch.start.toISOString());
  return variables;
}

/** Asks three maps instead of copying them: this runs once for every step of every member. */
export function memberVariables(
  batch: Variables,
  workerData: Variables,
  row: Variables,
): VariableLookup {
  const layerOf = (name: string): Variables => {
    if (isSpecialVariable(name)) return batch;
    return workerData.has(name) ? workerData : row;
  };
  return { has: (name) => layerOf(name).has(name), get: (name) => layerOf(name).get(name) };
}
