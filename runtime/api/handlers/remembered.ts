/** Writes that are no orders to the engine, once each under their key (R17, I16).
 *  Each is one commit and keeps a receipt in it; whoever asks again is answered from that. */
import { createHash } from "node:crypto";
import { ok } from "../../contract/result.ts";
import type { Asked } from "../../orchestrator/orders/answer.ts";
import type { RememberedAnswer } from "../../store/unit.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";

type Parts = Pick<Backend, "store">;

/** The row that a write keeps with itself; none when nobody gave a key. */
export type KeepReceipt<Receipt> = (receipt: Receipt) => readonly RememberedAnswer[];

export type OneCommit<Receipt, Body> = {
  readonly write: (keep: KeepReceipt<Receipt>) => Promise<Answer<Receipt>>;
  readonly tell: (receipt: Receipt) => Promise<Answer<Body>>;
};

export async function once<Receipt extends object, Body extends object>(
  parts: Parts,
  asked: Asked,
  request: object,
  { write, tell }: OneCommit<Receipt, Body>,
): Promise<Answer<Body>> {
  const told = (receipt: object): Promise<Answer<Body>> => tell(receipt as Receipt);
  const before = await recall(parts, asked, request);
  if (!before.ok) return before;
  if (before.value !== null) return told(before.value);
  const written = await write((receipt) => rowsOf(asked, request, receipt));
  if (written.ok) return told(written.value);
  // The same request may have been served meanwhile, by another hand: its receipt stands.
  const meanwhile = await recall(parts, asked, request);
  return meanwhile.ok && meanwhile.value !== null ? told(meanwhile.value) : written;
}

const hashOf = (request: object): string =>
  createHash("sha256").update(JSON.stringify(request)).digest("hex");

function rowsOf(
  { actor, idempotencyKey: key }: Asked,
  request: object,
  response: object,
): readonly RememberedAnswer[] {
  if (key === undefined) return [];
  return [{ actor, key, requestHash: hashOf(request), response: JSON.stringify(response) }];
}

/** What was kept under the key; null when nothing was, or there is no key. */
async function recall(
  { store }: Parts,
  { actor, idempotencyKey: key }: Asked,
  request: object,
): Promise<Answer<object | null>> {
  if (key === undefined) return ok(null);
  const known = await store.records.recall(actor, key);
  if (!known.ok) return storeAway(known.error);
  if (known.value === null) return ok(null);
  if (known.value.requestHash === hashOf(request)) return ok(JSON.parse(known.value.response));
  return refuse("key-reused", "This Idempotency-Key was used for another request. Use a new one.");
}
