/** What the store knows of a runbook's batches and members, as far as the source's rows and the
 *  batches under way concern it. Members are read in pages and kept as what a comparison needs;
 *  their data is compared on the way and let go. */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, MemberId } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import { LIVE_BATCH_STATUSES } from "../domain/batch.ts";
import type { KnownBatch, Membership } from "../domain/membership.ts";
import type { FoundBatch } from "../store/batches.ts";
import type { Absence, KnownMember } from "../store/discovery.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import { kindOf } from "./batch-keys.ts";
import type { MemberRow } from "./read-rows.ts";
import { isSameData, type RowColumns } from "./row-columns.ts";

const PAGE_MEMBERS = 5_000;

/** Equal data has equal hashes, which is all that a comparison asks of them. */
export const SAME = "";
const OTHER = "other";
export const PRESENT: Absence = { misses: 0, among: null, held: false };

export type KnownMembership = Membership & {
  readonly id: MemberId;
  readonly key: MemberKey;
  readonly batchId: BatchId;
  readonly removalApproved: boolean;
};

export type Known = {
  readonly batches: ReadonlyMap<string, KnownBatch & { readonly found: FoundBatch }>;
  /** Oldest batch first. */
  readonly members: readonly KnownMembership[];
};

export type Compared = {
  readonly rows: ReadonlyMap<MemberKey, MemberRow>;
  readonly columns: RowColumns;
  readonly absences: ReadonlyMap<MemberKey, Absence>;
};

export async function knownBatches<Receipt>(
  store: Store<Receipt>,
  name: RunbookName,
  live: readonly FoundBatch[],
  compared: Compared,
): Promise<Result<Known, StoreFailure>> {
  const ended = await endedBatches(store, name, live, compared);
  if (!ended.ok) return ended;
  const all = [...live, ...ended.value].sort((one, other) => one.batch.id - other.batch.id);
  const members: KnownMembership[] = [];
  for (const found of all) {
    const read = await readMembers(store, found, compared, members);
    if (!read.ok) return read;
  }
  const batches = new Map(
    all.map((found) => {
      const { batch, key } = found;
      const isLive = LIVE_BATCH_STATUSES.includes(batch.status);
      return [key, { batchKey: key, kind: kindOf(found), live: isLive, found }] as const;
    }),
  );
  return ok({ batches, members });
}

/** Batches that rows ask for and that are over. */
async function endedBatches<Receipt>(
  { batches }: Store<Receipt>,
  name: RunbookName,
  live: readonly FoundBatch[],
  { rows }: Compared,
): Promise<Result<readonly FoundBatch[], StoreFailure>> {
  const asked = new Set<string>();
  for (const { batchKey } of rows.values()) asked.add(batchKey);
  for (const { key } of live) asked.delete(key);
  const ended: FoundBatch[] = [];
  for (const key of asked) {
    const found = await batches.find(name, key);
    if (!found.ok) return found;
    if (found.value !== null) ended.push(found.value);
  }
  return ok(ended);
}

async function readMembers<Receipt>(
  { discovery }: Store<Receipt>,
  { batch, key }: FoundBatch,
  compared: Compared,
  into: KnownMembership[],
): Promise<Result<void, StoreFailure>> {
  let after: MemberKey | "" = "";
  for (;;) {
    const page = await discovery.members(batch.id, after, PAGE_MEMBERS);
    if (!page.ok) return page;
    for (const member of page.value) into.push(membership(member, batch.id, key, compared));
    const last = page.value.at(-1);
    if (last === undefined || page.value.length < PAGE_MEMBERS) return ok(undefined);
    after = last.key;
  }
}

function membership(
  { id, key, status, generation, data, removalApproved }: KnownMember,
  batchId: BatchId,
  batchKey: string,
  { rows, columns, absences }: Compared,
): KnownMembership {
  const row = rows.get(key);
  const { misses, among, held } = absences.get(key) ?? PRESENT;
  const isSame = row !== undefined && isSameData(data, row.cells, columns);
  return {
    id,
    key,
    batchId,
    batchKey,
    status,
    generation,
    dataHash: isSame ? SAME : OTHER,
    keptOut: status === "removed" && removalApproved,
    started: false,
    through: false,
    misses,
    among,
    held,
    removalApproved,
  };
}
