/** A failed step's wait before its next attempt is over (M-043, M-044). */
import { z } from "zod";
import { RunbookName, StepName } from "../identifiers.ts";
import { BatchId, RunbookVersion, StepExecutionId } from "../ids.ts";
import { type MessageFormat, messageFormat } from "./format.ts";

const RetryCheck = z.object({
  messageType: z.literal("retry-check").default("retry-check"),
  runbookName: RunbookName.nullable().default(null),
  runbookVersion: RunbookVersion.nullable().default(null),
  batchId: BatchId.nullable().default(null),
  stepExecutionId: StepExecutionId,
  stepName: StepName.nullable().default(null),
  /** Which retry the sender meant: a check for one that has gone by is then told apart. */
  retryCount: z.int().min(1).nullable().default(null),
  /** Null when the sender leaves it out. */
  isInitStep: z.boolean().nullable().default(null),
});
export type RetryCheck = Readonly<z.output<typeof RetryCheck>>;
/** Ours always says which. */
type RetryCheckDraft = RetryCheck & { readonly isInitStep: boolean };

export const retryCheck: MessageFormat<RetryCheck, RetryCheckDraft> = messageFormat(RetryCheck);
