/** What an operator is told about an order. A refusal is a value with a code for programs and a
 *  sentence for people; it is final for the state it met. `unavailable` says that nothing is known
 *  to have happened: the same order under the same key may be given again. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Verdict } from "../../domain/engine/decision.ts";
import { sentenceOf } from "./refusals.ts";

export type Asked = {
  /** The person, for the log. */
  readonly actor: string;
  /** Repeating it gives the same answer and no second effect (R17, I16). */
  readonly idempotencyKey?: string;
  /** The event number the person's screen showed; when the batch has moved on, the order is
   *  refused instead of meaning something else. */
  readonly ifSeq?: number;
};

export type Done = {
  /** False when it was so already. */
  readonly changed: boolean;
  /** The batch's event number after it; null for orders that concern no single batch. */
  readonly seq: number | null;
};

export type OrderFailure =
  | { readonly kind: "refused"; readonly code: string; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

export type OrderAnswer<Detail extends object = object> = Result<Done & Detail, OrderFailure>;

export const refused = (code: string, reason: string = sentenceOf(code)) =>
  fail<OrderFailure>({ kind: "refused", code, reason });

export const unavailable = (reason: string) => fail<OrderFailure>({ kind: "unavailable", reason });

export function answerTo<Detail extends object>(
  verdict: Verdict,
  seq: number,
  detail: Detail,
): OrderAnswer<Detail> {
  if (typeof verdict !== "object") return ok({ changed: verdict === "applied", seq, ...detail });
  return "refused" in verdict
    ? refused(verdict.refused)
    : refused("unknown-row", verdict.deadLetter);
}
