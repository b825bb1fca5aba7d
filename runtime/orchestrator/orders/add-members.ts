/** Members added to a batch by hand, page by page; the same inputs as those of the scheduler
 *  (M-093). Under a key the answer about each member is kept in the commit that adds it, so a
 *  repeat after a crash goes on with those who are missing and tells of all as the first time
 *  (I16). Whoever cannot be added is named beside the others; what concerns the batch refuses the
 *  whole order. */
import { createHash } from "node:crypto";
import type { MemberKey } from "../../contract/identifiers.ts";
import type { BatchId } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import type { By, Input } from "../../domain/engine/inputs.ts";
import type { BatchRow } from "../../domain/engine/rows.ts";
import type { Item } from "../../engine/engine.ts";
import { type Asked, answerTo, type OrderAnswer, refused } from "./answer.ts";
import { answerOf, byOrder, type Desk, type Kept, notDone } from "./desk.ts";
import { joiningOf, type NewMember, type NotJoining } from "./joining.ts";
import { keep, once, recall } from "./once.ts";

const PAGE = 500;

export type AddRequest = { readonly batchId: BatchId; readonly members: readonly NewMember[] };

export type AddedMembers = {
  readonly added: number;
  /** Who was in the batch already. */
  readonly skipped: number;
  readonly leftOut: readonly NotJoining[];
};

type Adding = {
  readonly desk: Desk;
  readonly batch: Pick<BatchRow, "id" | "runbookName">;
  readonly by: By;
  readonly kept: Kept | null;
  /** For the first that is handed in, and nobody after it: adding changes the batch. */
  ifSeq: number | null;
  added: number;
  skipped: number;
  seq: number | null;
  readonly leftOut: NotJoining[];
};

export const addMembers =
  (desk: Desk) =>
  (request: AddRequest, asked: Asked): Promise<OrderAnswer<AddedMembers>> =>
    once(desk, asked, { order: "add-members", ...request }, async (kept) => {
      const { batchId, members } = request;
      if (members.length === 0) return refused("no-members");
      const found = await desk.store.batches.read(batchId);
      if (!found.ok) return notDone(found.error);
      if (found.value === null) return refused("unknown-batch");
      const by = byOrder(asked, "add-members");
      const counts = { added: 0, skipped: 0, seq: null, leftOut: [] };
      const { batch } = found.value;
      const adding: Adding = { desk, batch, by, kept, ifSeq: asked.ifSeq ?? null, ...counts };
      for (let at = 0; at < members.length; at += PAGE) {
        const obstacle = await addPage(adding, members.slice(at, at + PAGE));
        if (obstacle !== null) return obstacle;
      }
      desk.wake();
      const { added, skipped, seq, leftOut } = adding;
      return keep(desk, kept, ok({ changed: added > 0, seq, added, skipped, leftOut }));
    });

type Obstacle = OrderAnswer<AddedMembers> & { readonly ok: false };

async function addPage(adding: Adding, page: readonly NewMember[]): Promise<Obstacle | null> {
  const { desk, batch, by } = adding;
  const open = await notYetAdded(adding, page);
  if ("ok" in open) return open;
  const joining = await joiningOf(desk, batch, open, by);
  if (!joining.ok) return notDone(joining.error);
  const items: Joined[] = [];
  for (const each of joining.value) {
    if ("not" in each) adding.leftOut.push(each.not);
    else items.push({ key: each.key, item: itemOf(adding, each.key, each.input) });
  }
  return handIn(adding, items);
}

/** Of those who were added under the key before, what was told then is counted. */
async function notYetAdded(
  adding: Adding,
  page: readonly NewMember[],
): Promise<readonly NewMember[] | Obstacle> {
  const { desk, kept } = adding;
  if (kept === null) return page;
  const open: NewMember[] = [];
  for (const member of page) {
    const told = await recall(desk, ofMember(kept, member.key));
    if (told === null) open.push(member);
    else {
      adding.ifSeq = null;
      const obstacle = count(adding, member.key, told);
      if (obstacle !== null) return obstacle;
    }
  }
  return open;
}

const ofMember = ({ actor, key, requestHash }: Kept, member: MemberKey): Kept => {
  const parts = JSON.stringify([key, requestHash, member]);
  return { actor, key: `member ${createHash("sha256").update(parts).digest("hex")}`, requestHash };
};

function itemOf({ kept, batch }: Adding, member: MemberKey, input: Input): Item {
  const item = { batchId: batch.id, input };
  if (kept === null) return item;
  const respond: NonNullable<Item["answer"]>["respond"] = (verdict, seq) =>
    JSON.stringify(answerTo(verdict, seq, {}));
  return { ...item, answer: { ...ofMember(kept, member), respond } };
}

type Joined = { readonly key: MemberKey; readonly item: Item };

/** Only commands know the number a screen showed; the core heeds it on any input. */
async function handIn(adding: Adding, joined: readonly Joined[]): Promise<Obstacle | null> {
  const [first, ...others] = joined;
  if (first === undefined) return null;
  const { ifSeq } = adding;
  if (ifSeq === null) return handTogether(adding, joined);
  adding.ifSeq = null;
  const { item } = first;
  const still = { ...first, item: { ...item, input: { ...item.input, ...{ ifSeq } } } };
  return (await handTogether(adding, [still])) ?? (await handTogether(adding, others));
}

async function handTogether(adding: Adding, joined: readonly Joined[]): Promise<Obstacle | null> {
  if (joined.length === 0) return null;
  const handled = await adding.desk.engine.handle(joined.map(({ item }) => item));
  for (const [index, { key }] of joined.entries()) {
    const one = handled[index];
    if (one === undefined) throw new Error("the engine did not answer");
    const obstacle = count(adding, key, answerOf(one, {}));
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** Refusals that are about the one member. */
const OF_MEMBERS: ReadonlySet<string> = new Set(["conflict", "member-elsewhere", "member-failed"]);

function count(adding: Adding, key: MemberKey, answer: OrderAnswer): Obstacle | null {
  if (answer.ok) {
    if (answer.value.changed) adding.added += 1;
    else adding.skipped += 1;
    adding.seq = answer.value.seq;
    return null;
  }
  const { error } = answer;
  if (error.kind === "unavailable" || !OF_MEMBERS.has(error.code)) return { ok: false, error };
  adding.leftOut.push({ key, code: error.code, reason: error.reason });
  return null;
}
