/** One execution of one step. A single table holds those of phases, init, rollbacks, removals
 *  and finalize, in one id space. Its unique key is (batch, kind, phase, what it
 *  undoes, member, generation, version, step index) (I3). */
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  RunbookVersion,
  StepExecutionId,
} from "../../contract/ids.ts";
import type { ExecutionKind } from "../../contract/job-id.ts";
import type { StepStatus } from "../../contract/statuses.ts";
import type { ResolvedStep } from "../params.ts";
import type { Variables } from "../variables.ts";

export type ExecutionError = { readonly kind: string; readonly message: string };

export type ExecutionRow = {
  readonly id: StepExecutionId;
  readonly batchId: BatchId;
  readonly kind: ExecutionKind;
  /** 0 for all kinds but `step`. */
  readonly phaseId: PhaseExecutionId | 0;
  /** The failed execution that a rollback undoes; 0 for all other kinds. */
  readonly undoesId: StepExecutionId | 0;
  /** 0 for init, finalize and their rollbacks. */
  readonly memberId: MemberId | 0;
  /** The member's; of a rollback, the attempt it undoes; of init, how often it began anew. */
  readonly generation: number;
  readonly stepIndex: number;
  readonly version: RunbookVersion;
  readonly status: StepStatus;
  /** With `pollCount` and the id, the triple that makes an answer current (I5). */
  readonly attempt: number;
  readonly pollCount: number;
  /** Retries in the present epoch; an operator's retry opens a new one. */
  readonly retryCount: number;
  /** A job is out and unanswered. It may outlive the status: a cancelled execution drains. */
  readonly outstanding: boolean;
  readonly fence: number;
  readonly dueAt: Date | null;
  /** Why a ready execution is parked: `paused`, `barrier`, `member`, a slot's key, or
   *  `unregistered:{worker}`. Whoever removes the cause wakes it. */
  readonly waitingFor: string | null;
  /** Failed in a way that only a person may resolve; it still holds its parents open. */
  readonly held: boolean;
  /** Passed over by an operator; those after it go on as if it had succeeded. */
  readonly skipped: boolean;
  /** What was sent: the same for every attempt (R40, I20). */
  readonly frozen: ResolvedStep | null;
  /** What its rollback refers to, as it was when this was first sent (R40). */
  readonly undo: Variables | null;
  readonly dispatchedAt: Date | null;
  readonly completedAt: Date | null;
  readonly pollStartedAt: Date | null;
  readonly lastPolledAt: Date | null;
  readonly result: unknown;
  readonly error: ExecutionError | null;
};

type NewExecution = Pick<
  ExecutionRow,
  | "id"
  | "batchId"
  | "kind"
  | "phaseId"
  | "undoesId"
  | "memberId"
  | "generation"
  | "stepIndex"
  | "version"
  | "fence"
  | "dueAt"
>;

/** Written out in the order of the type: a row is copied and compared far more often than made,
 *  and rows of one shape cost half of that. */
export const newExecution = (key: NewExecution): ExecutionRow => ({
  id: key.id,
  batchId: key.batchId,
  kind: key.kind,
  phaseId: key.phaseId,
  undoesId: key.undoesId,
  memberId: key.memberId,
  generation: key.generation,
  stepIndex: key.stepIndex,
  version: key.version,
  status: "pending",
  attempt: 1,
  pollCount: 0,
  retryCount: 0,
  outstanding: false,
  fence: key.fence,
  dueAt: key.dueAt,
  waitingFor: null,
  held: false,
  skipped: false,
  frozen: null,
  undo: null,
  dispatchedAt: null,
  completedAt: null,
  pollStartedAt: null,
  lastPolledAt: null,
  result: null,
  error: null,
});

/** Kinds that undo: they run for members and batches that are otherwise over. */
export const isCompensation = ({ kind }: Pick<ExecutionRow, "kind">): boolean =>
  kind === "rollback" || kind === "removal";

/** What an execution whose job is out was sent with. */
export function sentAs({ id, frozen }: ExecutionRow): ResolvedStep {
  if (frozen === null) throw new Error(`execution ${id} was never sent`);
  return frozen;
}

/** Those after it may start. */
export const isPassed = ({ status, skipped }: ExecutionRow): boolean =>
  status === "succeeded" || skipped;
