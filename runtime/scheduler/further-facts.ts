/** Facts that only a few rows need: whether work has begun for a member who is to move, whether
 *  it is done for one who is to go or to move, and whether a row that is in no batch under way was
 *  batched before. */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { MemberId } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Membership } from "../domain/membership.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import { type Known, PRESENT, SAME } from "./known-batches.ts";
import type { MemberRow } from "./read-rows.ts";

const PORTION = 5_000;

type Rows = ReadonlyMap<MemberKey, MemberRow>;

/** Those for whom a step was sent, among active members whose rows ask for another batch. */
export async function startedMoves<Receipt>(
  { discovery }: Store<Receipt>,
  { members }: Known,
  rows: Rows,
  mode: "scheduled" | "immediate",
): Promise<Result<ReadonlySet<MemberId>, StoreFailure>> {
  if (mode === "immediate") return ok(new Set());
  const moving = members.filter(({ key, status, batchKey }) => {
    const row = status === "active" ? rows.get(key) : undefined;
    return row !== undefined && row.batchKey !== batchKey;
  });
  return inPortions(moving, discovery.started);
}

/** Those for whom everything is done, among active members of batches under way whose rows are gone
 *  or ask for another batch. Nobody is missed in immediate mode, and nobody moves. */
export async function throughLeaving<Receipt>(
  { discovery }: Store<Receipt>,
  { members, batches }: Known,
  rows: Rows,
  mode: "scheduled" | "immediate",
): Promise<Result<ReadonlySet<MemberId>, StoreFailure>> {
  if (mode === "immediate") return ok(new Set());
  const leaving = members.filter(
    ({ key, status, batchKey }) =>
      status === "active" &&
      rows.get(key)?.batchKey !== batchKey &&
      batches.get(batchKey)?.live === true,
  );
  return inPortions(leaving, discovery.through);
}

async function inPortions(
  members: readonly { readonly id: MemberId }[],
  ask: (ids: readonly MemberId[]) => Promise<Result<ReadonlySet<MemberId>, StoreFailure>>,
): Promise<Result<ReadonlySet<MemberId>, StoreFailure>> {
  const all = new Set<MemberId>();
  for (let from = 0; from < members.length; from += PORTION) {
    const found = await ask(members.slice(from, from + PORTION).map(({ id }) => id));
    if (!found.ok) return found;
    for (const id of found.value) all.add(id);
  }
  return ok(all);
}

/** A batch that is over and of which only this is known: that it had the member (R34, I25). */
const BEFORE = "";

export async function everBatched<Receipt>(
  { batches }: Store<Receipt>,
  name: RunbookName,
  { members }: Known,
  rows: Rows,
): Promise<Result<readonly Membership[], StoreFailure>> {
  const known = new Set(members.map(({ key }) => key));
  const asked = [...rows.keys()].filter((key) => !known.has(key));
  const before: Membership[] = [];
  for (let from = 0; from < asked.length; from += PORTION) {
    const found = await batches.everBatched(name, asked.slice(from, from + PORTION));
    if (!found.ok) return found;
    for (const key of found.value) before.push(membershipBefore(key));
  }
  return ok(before);
}

const membershipBefore = (key: MemberKey): Membership => ({
  key,
  batchKey: BEFORE,
  status: "active",
  generation: 1,
  dataHash: SAME,
  keptOut: false,
  started: true,
  through: false,
  ...PRESENT,
});
