/** Short ways to make batches and commit single changes in a case. */
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Result } from "../../../runtime/contract/result.ts";
import type { NewBatch } from "../../../runtime/store/batches.ts";
import type { CommitFailure } from "../../../runtime/store/failure.ts";
import type { LeaseToken, Loaded } from "../../../runtime/store/loaded.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Committed, DecidedRows, Unit } from "../../../runtime/store/unit.ts";
import { version } from "../../unit/domain/engine/start-world.ts";
import { answerOf } from "../bus/answers.ts";
import { NOTHING, unitOf } from "./core-on-store.ts";

export const RUNBOOK = RunbookName.parse("move-mailboxes");

export const newBatch = (key: string, given: Partial<NewBatch> = {}): NewBatch => ({
  runbookName: RUNBOOK,
  version: version(1),
  key,
  start: null,
  isManual: true,
  budget: null,
  createdBy: "ada",
  ...given,
});

export async function makeBatch(
  store: Store<string>,
  key = "one",
  given: Partial<NewBatch> = {},
): Promise<BatchId> {
  const [made] = answerOf(await store.batches.create([newBatch(key, given)]));
  if (made === undefined) throw new Error("no batch was made");
  return made.id;
}

export const NO_ROWS: DecidedRows = {
  patches: [],
  inserts: [],
  counters: [],
  bulk: [],
  events: [],
  attention: [],
};

type Given = {
  readonly unit?: (loaded: Loaded) => Partial<Unit<string>>;
  readonly lease?: LeaseToken;
};

/** One decision about one batch, as given. */
export const commitRows = (
  store: Store<string>,
  batchId: BatchId,
  rows: Partial<DecidedRows>,
  { unit = () => ({}), lease }: Given = {},
): Promise<Result<Committed, CommitFailure>> =>
  store.transact(
    { batches: new Map([[batchId, NOTHING]]), ...(lease === undefined ? {} : { lease }) },
    (loaded) => {
      const decision = { ...NO_ROWS, ...rows };
      return unitOf(loaded, { writes: [{ batchId, decision }], ...unit(loaded) });
    },
  );

/** What a transaction sees that changes nothing. */
export async function look(store: Store<string>, ...ids: readonly BatchId[]): Promise<Loaded> {
  const seen: Loaded[] = [];
  const batches = new Map(ids.map((id) => [id, NOTHING]));
  answerOf(
    await store.transact({ batches }, (loaded) => {
      seen.push(loaded);
      return unitOf(loaded);
    }),
  );
  const [loaded] = seen;
  if (loaded === undefined) throw new Error("nothing was loaded");
  return loaded;
}
