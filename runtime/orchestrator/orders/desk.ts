/** Where orders are taken: what they are given with, and how an order to one batch is handed in
 *  with its answer in the same commit (R17, I16). */
import type { Bus } from "../../bus/bus.ts";
import type { Settlement } from "../../bus/lock.ts";
import type { BatchId } from "../../contract/ids.ts";
import { fail } from "../../contract/result.ts";
import type { By, Input } from "../../domain/engine/inputs.ts";
import type { Engine, Handled, Item } from "../../engine/engine.ts";
import type { CommitFailure } from "../../store/failure.ts";
import type { Store } from "../../store/store.ts";
import type { Clock } from "../../time/clock.ts";
import { type Asked, answerTo, type OrderAnswer, refused } from "./answer.ts";

export type Desk = {
  readonly store: Store<Settlement>;
  readonly engine: Engine;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly owner: string;
  /** Something may have become due. */
  readonly wake: () => void;
};

/** The request as the idempotency key knows it. */
export type Kept = {
  readonly actor: string;
  readonly key: string;
  readonly requestHash: string;
};

export const byOrder = ({ actor, idempotencyKey }: Asked, name: string): By => ({
  actor,
  cause: idempotencyKey === undefined ? `order ${name}` : `order ${name} ${idempotencyKey}`,
});

/** An answer that is kept with the item it is about. */
const keptWith = <Detail extends object>(
  kept: Kept | null,
  detail: Detail,
): Pick<Item, "answer"> =>
  kept === null
    ? {}
    : {
        answer: {
          ...kept,
          respond: (verdict, seq) => JSON.stringify(answerTo(verdict, seq, detail)),
        },
      };

/** One input to one batch, with its answer in the same commit. */
export async function orderOf<Detail extends object>(
  { engine, wake }: Desk,
  batchId: BatchId,
  input: Input,
  kept: Kept | null,
  detail: Detail,
): Promise<OrderAnswer<Detail>> {
  const [handled] = await engine.handle([{ batchId, input, ...keptWith(kept, detail) }]);
  if (handled === undefined) throw new Error("the engine did not answer");
  wake();
  return answerOf(handled, detail);
}

export function answerOf<Detail extends object>(
  handled: Handled,
  detail: Detail,
): OrderAnswer<Detail> {
  switch (handled.kind) {
    case "decided":
      return answerTo(handled.verdict, handled.seq, detail);
    case "unknown-batch":
      return refused("unknown-batch");
    case "set-aside":
      return refused("set-aside");
    case "failed":
      return notDone(handled.failure);
  }
}

export const notDone = (failure: CommitFailure) =>
  failure.kind === "conflict"
    ? refused("conflict")
    : fail({ kind: "unavailable", reason: `Nothing was changed: ${failure.kind}.` } as const);
