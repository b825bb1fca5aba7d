/** Ids that the store itself gives out, from the counters. */
import { moveNextId } from "../operations/lock/move-next-id.ts";
import { readNextIds } from "../operations/lock/read-next-ids.ts";
import type { COUNTERS } from "../operations/schema/0005-exchange.ts";
import { refuse } from "./refuse.ts";
import type { Statements } from "./statements.ts";

/** The first of so many ids in a row. */
export function takeId(
  statements: Statements,
  counter: (typeof COUNTERS)[number],
  count = 1,
): number {
  const from = Number(statements.all(readNextIds, []).find(([name]) => name === counter)?.[1]);
  if (statements.run(moveNextId, [from + count, counter, from]) !== 1) {
    refuse({ kind: "ids-taken" });
  }
  return from;
}
