/** What has become of a batch. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Need } from "../../../runtime/domain/engine/needs.ts";
import type { ListedMember } from "../../../runtime/store/batches.ts";
import type { WorldRows } from "../../../runtime/store/loaded.ts";
import type { LoggedEvent } from "../../../runtime/store/records.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { keyOf } from "./batch-in.ts";

const NOTHING: Need = {
  executions: new Set(),
  members: new Set(),
  memberKeys: new Set(),
  parked: [],
  versions: new Set(),
};

/** All rows of a batch, as a transaction sees them. */
export async function rowsOf(store: Store<Settlement>, id: BatchId): Promise<WorldRows> {
  const members = answerOf(await store.batches.members(id, 0, 10_000));
  const need = { ...NOTHING, members: new Set(members.map((member) => member.id)) };
  let seen: WorldRows | undefined;
  const empty = { writes: [], publish: [], settle: [], remember: [], consumed: [], sent: [] };
  answerOf(
    await store.transact({ batches: new Map([[id, need]]) }, (loaded) => {
      seen = loaded.batches.get(id);
      return { ...empty, nextIds: loaded.nextIds };
    }),
  );
  if (seen === undefined) throw new Error(`batch ${id} is not there`);
  return { ...seen, executions: new Map(seen.executions) };
}

export async function statusOf(store: Store<Settlement>, id: BatchId): Promise<string> {
  const found = answerOf(await store.batches.read(id));
  return found?.batch.status ?? "none";
}

export const hasEnded = async (store: Store<Settlement>, id: BatchId): Promise<boolean> => {
  const batch = answerOf(await store.batches.read(id))?.batch;
  return batch !== undefined && batch.endedAt !== null && batch.inFlight === 0;
};

export async function memberIn(
  store: Store<Settlement>,
  id: BatchId,
  name: string,
): Promise<ListedMember> {
  const [member] = answerOf(await store.lookups.members(id, [keyOf(name)]));
  if (member === undefined) throw new Error(`${name} is not in batch ${id}`);
  return member;
}

export const eventsOf = async (
  store: Store<Settlement>,
  id: BatchId | 0,
): Promise<readonly LoggedEvent[]> => answerOf(await store.records.events(id, 0, 10_000));

export const typesOf = async (
  store: Store<Settlement>,
  id: BatchId | 0,
): Promise<readonly string[]> => (await eventsOf(store, id)).map(({ type }) => type);
