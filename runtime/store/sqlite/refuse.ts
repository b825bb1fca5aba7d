/** Leaves a transaction from within: the writer undoes it and answers with the refusal. */
import type { Refusal } from "../failure.ts";

const REFUSALS = new WeakMap<Error, Refusal>();

export function refuse(refusal: Refusal): never {
  const error = new Error(`refused: ${refusal.kind}`);
  REFUSALS.set(error, refusal);
  throw error;
}

export const refusalIn = (error: unknown): Refusal | null =>
  error instanceof Error ? (REFUSALS.get(error) ?? null) : null;
