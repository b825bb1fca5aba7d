/** Failures of a batch, those alike in one group: same step, same kind of error, same words but for
 *  names and numbers. */
import { z } from "zod";
import { PhaseName, StepName, WorkerId } from "../identifiers.ts";
import { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../ids.ts";
import { Instant } from "../instant.ts";
import { EXECUTION_KINDS } from "../job-id.ts";
import { LIMITS } from "../limits.ts";

const SAMPLES_MAX = 5;

export const FailureGroup = z.object({
  key: z.string().describe("The same for as long as the group exists."),
  errorClass: z.string().describe("The kind of error, as the worker or the engine gave it."),
  message: z.string().describe("The words of the newest."),
  kind: z.enum(EXECUTION_KINDS),
  stepName: StepName,
  phaseId: PhaseExecutionId.nullable(),
  phaseName: PhaseName.nullable(),
  functionName: z.string(),
  workerId: WorkerId,
  count: z.int().min(1),
  firstAt: Instant,
  lastAt: Instant,
  samples: z
    .array(
      z.object({
        stepId: StepExecutionId,
        memberId: MemberId.nullable(),
        memberKey: z.string().nullable(),
        message: z.string(),
        at: Instant,
      }),
    )
    .max(SAMPLES_MAX),
});
export type FailureGroup = Readonly<z.output<typeof FailureGroup>>;

export const Failures = z.object({
  batchId: BatchId,
  total: z.int().min(0).describe("Failed steps in all groups."),
  more: z.boolean().describe("Whether older failures were left out."),
  groups: z.array(FailureGroup).max(LIMITS.problemsPerFile).describe("The largest first."),
});
export type Failures = Readonly<z.output<typeof Failures>>;
