/** How many rows fit, in SQLite, counted as far as the limit goes. */
import { LIMITS } from "../../contract/limits.ts";
import type { Cell } from "../operations/columns.ts";
import type { Operation } from "../operations/operation.ts";
import type { Total } from "../reports.ts";
import type { Statements } from "./statements.ts";

/** `most` is the operation's last argument. */
export function totalIn(
  statements: Statements,
  operation: Operation,
  cells: readonly Cell[],
): Total {
  const most = LIMITS.countedRowsMax;
  const [counted] = statements.all(operation, [...cells, most + 1]);
  const count = Number(counted?.[0]);
  return { count: Math.min(count, most), isCapped: count > most };
}
