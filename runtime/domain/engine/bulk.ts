/** Moves of whole sets, as data: one statement in a database. They reach exactly the rows of the
 *  batch that the deciding world did not show; the exceptions name those it did. */
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";

export type Bulk =
  /** Pending executions for every active member but `exceptMembers`: step i of a member gets
   *  the id firstId + i * members + ordinal - 1, so that rows which change together lie together:
   *  those of many members at the same step. The first of each is due at `at`. */
  | {
      readonly kind: "openPhase";
      readonly phaseId: PhaseExecutionId;
      readonly firstId: number;
      readonly steps: number;
      /** As many ids as each step has, whether used or not: the last ordinal given out. */
      readonly members: number;
      readonly fence: number;
      readonly at: Date;
      readonly exceptMembers: readonly MemberId[];
    }
  /** Cancels open executions that undo nothing, lets go of held ones and closes what was open
   *  for them. Those whose job is out keep their due time and drain. */
  | { readonly kind: "cancelOpen"; readonly at: Date; readonly except: readonly StepExecutionId[] }
  /** Makes parked executions due, of one phase or of all. */
  | {
      readonly kind: "wake";
      readonly waitingFor: string;
      readonly phaseId: PhaseExecutionId | null;
      readonly at: Date;
      readonly except: readonly StepExecutionId[];
    };
