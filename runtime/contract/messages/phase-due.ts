/** A phase of a batch is due (M-041, O-006). `runbookVersion` is the phase's own, not the
 *  active one. `memberIds` is a hint: the members are those the database has. */
import { z } from "zod";
import { PhaseName, RunbookName } from "../identifiers.ts";
import { BatchId, MemberId, PhaseExecutionId, RunbookVersion } from "../ids.ts";
import { Instant } from "../instant.ts";
import { messageFormat } from "./format.ts";

const PhaseDue = z.object({
  messageType: z.literal("phase-due").default("phase-due"),
  runbookName: RunbookName,
  runbookVersion: RunbookVersion,
  batchId: BatchId,
  phaseExecutionId: PhaseExecutionId,
  phaseName: PhaseName,
  offsetMinutes: z.int().min(0).nullable().default(null),
  dueAt: Instant.nullable().default(null),
  memberIds: z.array(MemberId).readonly().nullable().default(null),
});
export type PhaseDue = Readonly<z.output<typeof PhaseDue>>;

export const phaseDue = messageFormat(PhaseDue);
