/** One use of an operation: with one row of arguments, or with many. */
import type { Cell } from "../columns.ts";
import type { Operation } from "../operation.ts";

export type Call = {
  readonly operation: Operation;
  readonly rows: readonly (readonly Cell[])[];
  /** Each row of arguments must move exactly one row, or the unit is abandoned. */
  readonly mustMove: boolean;
  /** For the message when one does not: where the row's name stands among the arguments. */
  readonly nameAt?: number;
};

export const once = (operation: Operation, ...cells: readonly Cell[]): Call => ({
  operation,
  rows: [cells],
  mustMove: false,
});
