/** A manual batch with its members (M-090): it waits for its first advance. Whoever is in another
 *  live batch of the runbook is left out and named; where that is everybody, no batch is made.
 *  Under a key the batch's own key is made of it, so a repeat after a crash finds the batch that
 *  was begun, adds who is missing, and makes no second one. Without a key the same order of the
 *  same person goes on with the batch that still waits for its first advance: those members are in
 *  it, so a second batch could only be empty. */
import { createHash } from "node:crypto";
import type { MemberKey, RunbookName } from "../../contract/identifiers.ts";
import type { BatchId } from "../../contract/ids.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { By } from "../../domain/engine/inputs.ts";
import type { FailureBudget } from "../../domain/engine/rows.ts";
import type { Item } from "../../engine/engine.ts";
import type { CommitFailure } from "../../store/failure.ts";
import { type Asked, type OrderAnswer, refused } from "./answer.ts";
import { byOrder, type Desk, type Kept, notDone, orderOf } from "./desk.ts";
import { heldBy, type NewMember } from "./joining.ts";
import { once } from "./once.ts";

const PAGE = 1_000;

export type CreateRequest = {
  readonly runbookName: RunbookName;
  readonly members: readonly NewMember[];
  readonly budget?: FailureBudget;
};

export type CreatedBatch = {
  readonly batchId: BatchId;
  readonly added: number;
  readonly leftOut: readonly { readonly key: MemberKey; readonly reason: string }[];
};

export function createBatch(desk: Desk) {
  let made = 0;
  /** Of a batch that nobody gave a key for. */
  const ownKey = (prefix: string): string => {
    made += 1;
    return `${prefix} ${desk.owner} ${desk.clock.now().toISOString()} ${made}`;
  };
  return async (request: CreateRequest, asked: Asked): Promise<OrderAnswer<CreatedBatch>> => {
    const { members } = request;
    if (members.length === 0) return refused("no-members");
    if (members.length > LIMITS.membersPerBatch) return refused("too-many-members");
    const twice = repeatedKeys(members);
    if (twice.length > 0) return refused("repeated-members", `Named twice: ${twice.join(", ")}.`);
    return once(desk, asked, { order: "create-batch", ...request }, async (kept) => {
      const active = await desk.store.runbooks.active(request.runbookName);
      if (!active.ok) return notDone(active.error);
      if (active.value === null) return refused("unknown-runbook");
      const { version } = active.value;
      const { runbookName, budget = null } = request;
      const prefix = kept === null ? unkeyedPrefix(request, asked) : keyOf(kept);
      const begun = await begunKey(desk, runbookName, prefix, kept !== null);
      if (!begun.ok) return notDone(begun.error);
      const held = begun.value === null ? await allHeld(desk, request) : ok(null);
      if (!held.ok) return notDone(held.error);
      if (held.value !== null) return refused("member-elsewhere", held.value);
      const key = begun.value ?? (kept === null ? ownKey(prefix) : prefix);
      const manual = { start: null, isManual: true, createdBy: asked.actor } as const;
      const batches = [{ runbookName, version, key, budget, ...manual }];
      const created = await desk.store.batches.create(batches);
      if (!created.ok) return notDone(created.error);
      const [batch] = created.value;
      if (batch === undefined) throw new Error("the store made no batch");
      return fill(desk, request, batch.id, byOrder(asked, "create-batch"), kept);
    });
  };
}

const NAMED_MAX = 10;

const repeatedKeys = (members: readonly NewMember[]): readonly MemberKey[] => {
  const seen = new Set<MemberKey>();
  const repeated = members.filter(({ key }) => seen.size === seen.add(key).size);
  return repeated.slice(0, NAMED_MAX).map(({ key }) => key);
};

const keyOf = ({ actor, key }: Kept): string => hashed([actor, key]);

const unkeyedPrefix = ({ runbookName, members, budget }: CreateRequest, { actor }: Asked): string =>
  hashed([actor, runbookName, budget, ...members.map(({ key, data }) => [key, ...data])]);

const hashed = (parts: readonly unknown[]): string =>
  `manual ${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;

/** Of the batch that an earlier order began: the one under the same key, or the one that still
 *  waits for its first advance. */
async function begunKey(
  { store }: Desk,
  runbookName: RunbookName,
  prefix: string,
  isKeyed: boolean,
): Promise<Result<string | null, CommitFailure>> {
  const live = await store.batches.live(runbookName);
  if (!live.ok) return live;
  const same = live.value.find(({ key, batch }) =>
    isKeyed ? key === prefix : batch.status === "detected" && key.startsWith(`${prefix} `),
  );
  return ok(same?.key ?? null);
}

/** Why a batch could only be empty; null when somebody is free. */
async function allHeld(
  { store }: Desk,
  { runbookName, members }: CreateRequest,
): Promise<Result<string | null, CommitFailure>> {
  const batches = new Set<BatchId>();
  for (let at = 0; at < members.length; at += PAGE) {
    const keys = members.slice(at, at + PAGE).map(({ key }) => key);
    const holders = await store.batches.holders(runbookName, keys);
    if (!holders.ok) return holders;
    if (holders.value.size < keys.length) return ok(null);
    for (const holder of holders.value.values()) batches.add(holder);
  }
  const [first] = batches;
  if (batches.size === 1 && first !== undefined && members.length === 1) return ok(heldBy(first));
  const ids = [...batches].slice(0, NAMED_MAX).join(", ");
  return ok(
    "Every member is in another batch of the same runbook, so no batch was made: look at " +
      `${batches.size === 1 ? "batch" : "batches"} ${ids}. Remove them there first.`,
  );
}

async function fill(
  desk: Desk,
  { runbookName, members }: CreateRequest,
  batchId: BatchId,
  by: By,
  kept: Kept | null,
): Promise<OrderAnswer<CreatedBatch>> {
  const leftOut: CreatedBatch["leftOut"][number][] = [];
  for (let at = 0; at < members.length; at += PAGE) {
    const page = members.slice(at, at + PAGE);
    const left = await addPage(desk, runbookName, batchId, page, by);
    if (!left.ok) return notDone(left.error);
    leftOut.push(...left.value);
  }
  const detail = { batchId, added: members.length - leftOut.length, leftOut };
  return orderOf(desk, batchId, { kind: "batch-detected", by }, kept, detail);
}

/** Who could not be added, and why. */
async function addPage(
  { store, engine }: Desk,
  name: RunbookName,
  batchId: BatchId,
  page: readonly NewMember[],
  by: By,
): Promise<Result<CreatedBatch["leftOut"], CommitFailure>> {
  const keys = page.map(({ key }) => key);
  const holders = await store.batches.holders(name, keys);
  if (!holders.ok) return holders;
  const draining = await store.lookups.draining(name, keys);
  if (!draining.ok) return draining;
  const holderOf = (key: MemberKey): BatchId | null => {
    const holder = holders.value.get(key);
    return holder === undefined || holder === batchId ? null : holder;
  };
  const free = page.filter(({ key }) => holderOf(key) === null);
  const leftOut = keys.flatMap((key) => {
    const holder = holderOf(key);
    return holder === null ? [] : [{ key, reason: heldBy(holder) }];
  });
  const items = free.map(({ key, data }): Item => {
    const waitsFor = draining.value.get(key) ?? null;
    return { batchId, input: { kind: "member-added", by, key, data, waitsFor } };
  });
  const answers = items.length === 0 ? [] : await engine.handle(items);
  for (const [index, { key }] of free.entries()) {
    const answer = answers[index];
    if (answer?.kind !== "failed") continue;
    if (answer.failure.kind !== "conflict") return { ok: false, error: answer.failure };
    leftOut.push({ key, reason: "The member was taken by another batch of the same runbook." });
  }
  return ok(leftOut);
}
