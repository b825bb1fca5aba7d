/** Why an order was refused. Whoever gave it gets a sentence beside the code. */
import { expect } from "@jest/globals";
import type { OrderAnswer } from "../../../runtime/orchestrator/orders/answer.ts";
import { failureOf } from "../../conformance/bus/answers.ts";

export const codeOf = (answer: OrderAnswer): string => {
  const failure = failureOf(answer);
  expect(failure.reason).toMatch(/^[A-Z].+[.]$/);
  return failure.kind === "refused" ? failure.code : failure.kind;
};
