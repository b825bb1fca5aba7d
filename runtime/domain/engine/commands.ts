/** What operators order. `ifSeq` is the event number the operator's screen showed: when the
 *  batch has moved on since, the order is refused instead of meaning something else (R17). */
import type { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { FailureBudget } from "./rows.ts";

type Order =
  /** Without a phase: the whole batch. */
  | { readonly kind: "pause"; readonly phaseId: PhaseExecutionId | null }
  | { readonly kind: "resume"; readonly phaseId: PhaseExecutionId | null }
  /** From the failed step on; from the start when it was rolled back. */
  | {
      readonly kind: "retry-member";
      readonly memberId: MemberId;
      /** Another batch that let it go and is not done with it (R36). */
      readonly waitsFor?: BatchId | null;
    }
  | { readonly kind: "retry-init" }
  /** One held step, or a failed step of a rollback, a removal or finalize. */
  | {
      readonly kind: "retry-step";
      readonly executionId: StepExecutionId;
      /** Another batch that works on its member now (R36). */
      readonly heldBy?: BatchId | null;
    }
  /** Accepts a held step's failure as final. */
  | { readonly kind: "fail-step"; readonly executionId: StepExecutionId }
  | {
      readonly kind: "skip-step";
      readonly executionId: StepExecutionId;
      readonly reason: string;
      /** As for a retry: to skip what a member failed at takes it in again. */
      readonly waitsFor?: BatchId | null;
      readonly heldBy?: BatchId | null;
    }
  | { readonly kind: "cancel" }
  | { readonly kind: "advance" }
  | { readonly kind: "approve-removals"; readonly memberIds: readonly MemberId[] }
  /** Somebody has looked into an input that was set aside. */
  | { readonly kind: "dismiss"; readonly subject: string }
  | { readonly kind: "set-budget"; readonly budget: FailureBudget | null };

export type Command = Order & { readonly ifSeq: number | null };
