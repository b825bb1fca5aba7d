/** Settings around work: how much of a batch may fail, and how many jobs may be out at once. */
import type { BatchId } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import type { FailureBudget } from "../../domain/engine/rows.ts";
import { type Asked, type OrderAnswer, refused } from "./answer.ts";
import { byOrder, type Desk, notDone, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type BudgetRequest = { readonly batchId: BatchId; readonly budget: FailureBudget | null };

export const setBudget =
  (desk: Desk) =>
  (request: BudgetRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "set-budget", ...request }, (kept) => {
      const { batchId, budget } = request;
      const by = byOrder(asked, "set-budget");
      const input = { kind: "set-budget", by, ifSeq: asked.ifSeq ?? null, budget } as const;
      return orderOf(desk, batchId, input, kept, {});
    });

/** `most` is null where the limit is lifted. */
export type LimitRequest = { readonly key: string; readonly most: number | null };

const LIMIT_KEY = /^(?:worker|function):[A-Za-z0-9._-]+$/;

/** What is out already stays out; nothing new starts until there is room. */
export const setLimit =
  (desk: Desk) =>
  async (request: LimitRequest, asked: Asked): Promise<OrderAnswer> => {
    const { key, most } = request;
    const isNumber = most === null || (Number.isSafeInteger(most) && most >= 0);
    if (!LIMIT_KEY.test(key) || !isNumber) return refused("invalid-limit");
    return once(desk, asked, { order: "set-limit", ...request }, async (kept) => {
      const answer = ok({ changed: true, seq: null });
      const remember = kept === null ? [] : [{ ...kept, response: JSON.stringify(answer) }];
      const set = await desk.engine.setLimit(key, most, asked.actor, remember);
      if (!set.ok) return notDone(set.error);
      desk.wake();
      return answer;
    });
  };
