/** Orders count once each, however often they are handed in (R17, I16). An order that spans several
 *  commits keeps its answer after the last of them. Each of its parts is harmless when repeated, so
 *  a repeat after a crash goes on instead of beginning anew. */
import { createHash } from "node:crypto";
import { LIMITS } from "../../contract/limits.ts";
import { type Asked, type OrderAnswer, refused, unavailable } from "./answer.ts";
import { type Desk, type Kept, notDone } from "./desk.ts";

/** `act` gets null when nobody asked for the answer to be kept. */
export async function once<Detail extends object>(
  desk: Desk,
  { actor, idempotencyKey: key }: Asked,
  request: object,
  act: (kept: Kept | null) => Promise<OrderAnswer<Detail>>,
): Promise<OrderAnswer<Detail>> {
  if (actor === "") return refused("no-actor", "Nobody was named who gives the order.");
  if (key === undefined) return act(null);
  if (key === "" || key.length > LIMITS.messageIdChars) {
    return refused("invalid-key", `A key has 1 to ${LIMITS.messageIdChars} characters.`);
  }
  const kept = { actor, key, requestHash: hashOf(request) };
  const before = await recall<Detail>(desk, kept);
  if (before !== null) return before;
  const answer = await act(kept);
  // What was refused before it came to a batch is in no commit yet; it stands all the same, or
  // is not said.
  const said = answer.ok ? answer : await keep<Detail>(desk, kept, answer);
  // The same request may have been answered meanwhile, by somebody else's hand: theirs stands.
  return (await recall<Detail>(desk, kept)) ?? said;
}

/** What was answered under the key before; null when nothing was. */
export async function recall<Detail extends object>(
  { store }: Desk,
  { actor, key, requestHash }: Kept,
): Promise<OrderAnswer<Detail> | null> {
  const known = await store.records.recall(actor, key);
  if (!known.ok) return unavailable(`The store is away: ${known.error.kind}.`);
  if (known.value === null) return null;
  if (known.value.requestHash !== requestHash) return refused("key-reused");
  // What this module wrote is what it reads.
  return JSON.parse(known.value.response) as OrderAnswer<Detail>;
}

/** The same request has the same text, in whatever order its fields were written. */
function inOrder(_key: string, value: unknown): unknown {
  if (value instanceof Map) return [...value].sort();
  const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
  return isPlain ? Object.fromEntries(Object.entries(value).sort()) : value;
}

const hashOf = (request: object): string =>
  createHash("sha256").update(JSON.stringify(request, inOrder)).digest("hex");

/** For orders that concern no batch, or several commits: the answer after all is done. */
export async function keep<Detail extends object>(
  { store }: Desk,
  kept: Kept | null,
  answer: OrderAnswer<Detail>,
): Promise<OrderAnswer<Detail>> {
  if (kept === null || (!answer.ok && answer.error.kind === "unavailable")) return answer;
  const remember = [{ ...kept, response: JSON.stringify(answer) }];
  const nothing = { writes: [], publish: [], settle: [], consumed: [], sent: [] };
  const committed = await store.transact({ batches: new Map() }, ({ nextIds }) => ({
    ...nothing,
    nextIds,
    remember,
  }));
  return committed.ok || committed.error.kind === "conflict" ? answer : notDone(committed.error);
}
