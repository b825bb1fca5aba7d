/** Writes that are no orders to the engine, once each under their key (R17, I16): the answer is
 *  kept after the write. A repeat that comes between the two writes again, so each such write
 *  must be harmless when repeated: publishing the same text makes one version more that says the
 *  same. */
import { createHash } from "node:crypto";
import { ok } from "../../contract/result.ts";
import type { Asked } from "../../orchestrator/orders/answer.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";

type Parts = Pick<Backend, "store">;

const NOTHING = { writes: [], publish: [], settle: [], consumed: [], sent: [] };

export async function remembered<Body extends object>(
  { store }: Parts,
  { actor, idempotencyKey: key }: Asked,
  request: object,
  act: () => Promise<Answer<Body>>,
): Promise<Answer<Body>> {
  if (key === undefined) return act();
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  const before = await store.records.recall(actor, key);
  if (!before.ok) return storeAway(before.error);
  if (before.value !== null) {
    if (before.value.requestHash === requestHash) return ok(JSON.parse(before.value.response));
    return refuse(
      "key-reused",
      "This Idempotency-Key was used for another request. Use a new one.",
    );
  }
  const answer = await act();
  if (!answer.ok) return answer;
  const remember = [{ actor, key, requestHash, response: JSON.stringify(answer.value) }];
  const kept = await store.transact({ batches: new Map() }, ({ nextIds }) => ({
    ...NOTHING,
    nextIds,
    remember,
  }));
  return kept.ok || kept.error.kind === "conflict" ? answer : storeAway(kept.error);
}
