/** What can go no further by itself, with the orders that would move it. */
import { z } from "zod";
import { BatchId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";

export const Attention = z
  .object({
    subject: z.string().describe("Unique among what is open."),
    batchId: BatchId.nullable().describe("Null for the platform itself."),
    reason: z.string(),
    actions: z.array(z.string()).describe("Orders that would move it."),
    openedAt: Instant,
  })
  .meta({
    example: {
      subject: "step:9001",
      batchId: 42,
      reason: "Nobody saw how the last attempt ended.",
      actions: ["retry-step", "skip-step", "fail-step"],
      openedAt: "2026-03-14T09:26:53.000Z",
    },
  });
export type Attention = Readonly<z.output<typeof Attention>>;

/** That the engine's clock was set back and is not yet where it had been. */
export const CLOCK_SUBJECT = "platform:clock";

export const AttentionList = z.object({
  items: z
    .array(Attention)
    .max(LIMITS.pageSizeMax)
    .describe("What the engine asks about, then batches that ended with failures."),
});
export type AttentionList = Readonly<z.output<typeof AttentionList>>;
