/** Finds the batch of each letter and makes it an item for the engine. Looking up asks the store
 *  without a lock; what the input then means is decided under the batch's lock. */
import type { Settlement } from "../bus/lock.ts";
import type { Received } from "../bus/message.ts";
import type { BatchId, StepExecutionId } from "../contract/ids.ts";
import { MemberId } from "../contract/ids.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Input } from "../domain/engine/inputs.ts";
import type { Item } from "../engine/engine.ts";
import type { StoreFailure } from "../store/failure.ts";
import type { Store } from "../store/store.ts";
import type { Letter, Unusable } from "./letters.ts";

/** Under this name consumed messages are kept beside the answers to requests. */
const INBOX = "inbox:orchestrator";

type Lookups = Pick<Store<Settlement>, "lookups" | "batches" | "records">;

export type Addressed = {
  readonly items: readonly Item[];
  /** There is nothing to do about these. */
  readonly done: readonly Received[];
  readonly unusable: readonly Unusable[];
};

type Place = "done" | Item | Unusable;

export async function address(
  store: Lookups,
  letters: readonly Letter[],
): Promise<Result<Addressed, StoreFailure>> {
  const batches = await batchesOf(store, letters);
  if (!batches.ok) return batches;
  const items: Item[] = [];
  const done: Received[] = [];
  const unusable: Unusable[] = [];
  for (const letter of letters) {
    const known = placeOf(letter, batches.value);
    const place = known === null ? await askAbout(store, letter) : ok(known);
    if (!place.ok) return place;
    if (place.value === "done") done.push(letter.message);
    else if ("input" in place.value) items.push(place.value);
    else unusable.push(place.value);
  }
  return ok({ items, done, unusable });
}

const NONE: ReadonlyMap<StepExecutionId, BatchId> = new Map();

async function batchesOf(store: Lookups, letters: readonly Letter[]) {
  const ids = letters.flatMap(({ turned }) => (turned.kind === "of-execution" ? [turned.id] : []));
  return ids.length === 0 ? ok(NONE) : store.lookups.batchesOf(ids);
}

/** Null: the store must be asked about this one. */
function placeOf(letter: Letter, batches: ReadonlyMap<StepExecutionId, BatchId>): Place | null {
  const { message, turned, guard } = letter;
  if (turned.kind === "of-member" || guard === "inbox") return null;
  if (turned.kind === "input") return itemOf(message, turned.batchId, turned.input);
  const batchId = batches.get(turned.id);
  if (batchId !== undefined) return itemOf(message, batchId, turned.input);
  const description = `No step execution has the id ${turned.id}.`;
  return { message, reason: "unknown-execution", description };
}

const itemOf = ({ lock }: Received, batchId: BatchId, input: Input): Item => ({
  batchId,
  input,
  lock,
});

async function askAbout(store: Lookups, letter: Letter): Promise<Result<Place, StoreFailure>> {
  const { message, turned, guard } = letter;
  if (guard === "inbox") {
    const known = await store.records.recall(INBOX, message.messageId);
    if (!known.ok) return known;
    if (known.value !== null) return ok("done");
  }
  if (turned.kind !== "of-member") throw new Error("only members are asked about");
  const { batchId, memberId } = turned;
  const before = memberId === 1 ? 0 : MemberId.parse(memberId - 1);
  const listed = await store.batches.members(batchId, before, 1);
  if (!listed.ok) return listed;
  const member = listed.value.find(({ id }) => id === memberId);
  if (member === undefined) {
    const description = `Batch ${batchId} has no member with the id ${memberId}.`;
    return ok({ message, reason: "unknown-member", description });
  }
  const input = turned.input(member);
  if (input === null) return ok("done");
  const item = itemOf(message, batchId, input);
  return ok(guard === "inbox" ? { ...item, answer: inInbox(message) } : item);
}

const inInbox = ({ messageId }: Received): NonNullable<Item["answer"]> => ({
  actor: INBOX,
  key: messageId,
  requestHash: messageId,
  respond: () => "consumed",
});
