/** A batch exists and its runbook has init steps (M-040, O-003). */
import { z } from "zod";
import { RunbookName } from "../identifiers.ts";
import { BatchId, RunbookVersion } from "../ids.ts";
import { Instant } from "../instant.ts";
import { messageFormat } from "./format.ts";

const BatchInit = z.object({
  messageType: z.literal("batch-init").default("batch-init"),
  runbookName: RunbookName,
  runbookVersion: RunbookVersion,
  batchId: BatchId,
  /** Null when the sender leaves it out, and for a manual batch, which has none. */
  batchStartTime: Instant.nullable().default(null),
  memberCount: z.int().min(0).nullable().default(null),
});
export type BatchInit = Readonly<z.output<typeof BatchInit>>;

export const batchInit = messageFormat(BatchInit);
