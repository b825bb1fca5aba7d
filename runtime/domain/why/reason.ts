/** One reason, and the orders that would move what it is about. */
import type { RunbookName } from "../../contract/identifiers.ts";
import type { BatchId, MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { ReasonKind } from "../../contract/reasons.ts";

/** What a reason is about, with the name people know it by. */
export type Subject =
  | { readonly kind: "runbook"; readonly name: RunbookName }
  | { readonly kind: "batch"; readonly batchId: BatchId; readonly name: string }
  | InBatch<"phase", PhaseExecutionId>
  | InBatch<"member", MemberId>
  | InBatch<"step", StepExecutionId>;

type InBatch<Kind extends string, Id> = {
  readonly kind: Kind;
  readonly batchId: BatchId;
  readonly id: Id;
  readonly name: string;
};

/** An order of an operator, with what it is about. */
export type MovingOrder =
  | {
      readonly order: "resume";
      readonly batchId: BatchId;
      readonly phaseId: PhaseExecutionId | null;
    }
  | { readonly order: "advance" | "cancel" | "approve-removals"; readonly batchId: BatchId }
  | {
      readonly order: "retry-step" | "skip-step" | "fail-step";
      readonly batchId: BatchId;
      readonly executionId: StepExecutionId;
    }
  | { readonly order: "dismiss"; readonly batchId: BatchId; readonly subject: string }
  | { readonly order: "register-worker"; readonly workerId: string }
  | { readonly order: "set-limit"; readonly key: string }
  | { readonly order: "redrive" | "discard"; readonly incidentId: number }
  | { readonly order: "enable-automation" | "publish-runbook"; readonly runbookName: RunbookName };

export type Reason = {
  readonly kind: ReasonKind;
  readonly subject: Subject;
  /** One sentence for people. */
  readonly text: string;
  /** Since when; null where no row says so. */
  readonly since: Date | null;
  /** When it moves by itself, at the latest. Null: it does not, or nobody can know when. */
  readonly at: Date | null;
  /** What would move it now; the one most likely meant comes first. */
  readonly orders: readonly MovingOrder[];
  /** What it waits for, when that has a reason of its own. */
  readonly behind: Subject | null;
};

type Given = Pick<Reason, "kind" | "subject" | "text"> & Partial<Reason>;

export const reasonOf = (given: Given): Reason => ({
  since: null,
  at: null,
  orders: [],
  behind: null,
  ...given,
});
