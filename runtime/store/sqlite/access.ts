/** What the parts of the store share: statements, the writer, the clock that decides, and the two
 *  ways to answer. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { CommitFailure, StoreFailure } from "../failure.ts";
import { failureOf } from "./sqlite-failure.ts";
import type { Statements } from "./statements.ts";
import type { Writer } from "./writer.ts";

export type Access = {
  readonly statements: Statements;
  readonly writer: Writer;
  readonly now: () => Date;
  readonly read: Read;
};

/** Sees what was committed, never what a commit under way has written so far. */
export type Read = <Value>(look: () => Value) => Promise<Result<Value, StoreFailure>>;

export const reading =
  ({ settled }: Pick<Writer, "settled">): Read =>
  async (look) => {
    await settled();
    try {
      return ok(look());
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      return fail(asStoreFailure(failure));
    }
  };

/** For works that no rule of the store can refuse. */
export async function change<Value>(
  { writer }: Access,
  work: () => Value,
): Promise<Result<Value, StoreFailure>> {
  const written = await writer.write(work);
  return written.ok ? written : fail(asStoreFailure(written.error));
}

function asStoreFailure(failure: CommitFailure): StoreFailure {
  if (failure.kind === "full" || failure.kind === "busy" || failure.kind === "unavailable") {
    return failure;
  }
  throw new Error(`a work that cannot be refused was: ${failure.kind}`);
}
