/** What a durable broker needs of the place where its records are kept: a store's journal has it.
 *  Segments are read in the order in which they were written; a segment is there whole or not. */
import type { Result } from "../../../contract/result.ts";

export type BusJournal = {
  /** Durable when it answers. */
  readonly append: (records: string) => Promise<Result<number, unknown>>;
  readonly read: () => readonly { readonly id: number; readonly records: string }[];
  /** Drops what is before `through` and puts `records` in the place of that segment. */
  readonly compact: (through: number, records: string) => Promise<Result<void, unknown>>;
};
