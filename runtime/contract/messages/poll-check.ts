/** A polling step's interval has passed (M-043, O-013). */
import { z } from "zod";
import { RunbookName, StepName } from "../identifiers.ts";
import { BatchId, RunbookVersion, StepExecutionId } from "../ids.ts";
import { type MessageFormat, messageFormat } from "./format.ts";

const PollCheck = z.object({
  messageType: z.literal("poll-check").default("poll-check"),
  runbookName: RunbookName.nullable().default(null),
  runbookVersion: RunbookVersion.nullable().default(null),
  batchId: BatchId.nullable().default(null),
  stepExecutionId: StepExecutionId,
  stepName: StepName.nullable().default(null),
  /** The count the sender saw: a check of a poll that has gone by is then told apart. */
  pollCount: z.int().min(0).nullable().default(null),
  /** Null when the sender leaves it out. */
  isInitStep: z.boolean().nullable().default(null),
});
export type PollCheck = Readonly<z.output<typeof PollCheck>>;
/** Ours always says which. */
type PollCheckDraft = PollCheck & { readonly isInitStep: boolean };

export const pollCheck: MessageFormat<PollCheck, PollCheckDraft> = messageFormat(PollCheck);
