/** What operators are told of their orders (R17). An order takes effect in the commit that
 *  answers it; a repeat under the same `Idempotency-Key` gets the same answer and no second
 *  effect. */
import { z } from "zod";
import { BatchId, StepExecutionId } from "../ids.ts";

export const StepPath = z.object({ id: BatchId, stepId: StepExecutionId });

export const Ordered = z.object({
  changed: z.boolean().describe("False when it was so already."),
  changeCount: z
    .int()
    .min(0)
    .nullable()
    .describe("The batch's after the order, for the next `If-Match`; null without a batch."),
});
export type Ordered = Readonly<z.output<typeof Ordered>>;

export const Retried = Ordered.extend({
  retried: z.int().min(0),
  refused: z.int().min(0).describe("Members that cannot be retried yet: what failed is undone."),
});
export type Retried = Readonly<z.output<typeof Retried>>;

export const RemovalsApproved = Ordered.extend({ members: z.int().min(0) });
export type RemovalsApproved = Readonly<z.output<typeof RemovalsApproved>>;
