/** What a handler answers: the body its route promises, or why not, under one of the codes. */

import { isProblemCode, type ProblemCode } from "../../contract/http/problem-codes.ts";
import type { InputProblem } from "../../contract/http/problem-details.ts";
import { fail, type Result } from "../../contract/result.ts";
import type { OrderFailure } from "../../orchestrator/orders/answer.ts";
import type { CommitFailure } from "../../store/failure.ts";

export type Refusal = {
  readonly code: ProblemCode;
  /** What, where, why, and what to do next. */
  readonly detail: string;
  readonly problems?: readonly InputProblem[];
};

export type Answer<Body> = Result<Body, Refusal>;

export const refuse = (code: ProblemCode, detail: string, problems?: readonly InputProblem[]) =>
  fail<Refusal>(problems === undefined ? { code, detail } : { code, detail, problems });

/** The store did not answer, or did not write: nothing is known to have changed. */
export const storeAway = ({ kind }: CommitFailure) =>
  refuse("unavailable", `The database cannot serve this now (${kind}). Try again in a moment.`);

/** An order's own word is the code; statuses are written with an underscore, codes are not. */
export function orderRefused(failure: OrderFailure) {
  if (failure.kind === "unavailable") return refuse("unavailable", failure.reason);
  const code = failure.code.replaceAll("_", "-");
  if (!isProblemCode(code))
    throw new Error(`an order was refused by a code without a kind: ${code}`);
  return refuse(code, failure.reason);
}
