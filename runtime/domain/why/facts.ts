/** What explaining is told: the rows of one batch as the store shows them, and a little of what is
 *  around it. Nothing here is loaded or asked for; whoever explains brings it all.
 *  F1. All phases, slots and open questions of the batch are here.
 *  F2. A member that is here has all its steps here; so have the batch's own, under 0. Of many
 *      members some may be missing: then the reason of their phase is told from those known. */
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  RunbookVersion,
  StepExecutionId,
} from "../../contract/ids.ts";
import type { ExecutionRow } from "../engine/execution-row.ts";
import type { AttentionRow, BatchRow, MemberRow, PhaseRow, SlotRow } from "../engine/rows.ts";
import type { Runbook } from "../runbook.ts";

/** What is read of a step: neither what it was sent with nor what came back. */
export type SeenStep = Omit<ExecutionRow, "frozen" | "undo" | "result" | "fence">;
export type SeenMember = Pick<
  MemberRow,
  "id" | "key" | "generation" | "status" | "waitsFor" | "removalApproved"
>;

/** Who paused, and when; the engine itself when the failure budget was spent. */
export type PausedBy = { readonly actor: string; readonly at: Date };

/** A message that the bus gave up, and the step it was about. */
export type SeenIncident = {
  readonly id: number;
  readonly executionId: StepExecutionId;
  readonly reason: string;
  readonly openedAt: Date;
};

export type Facts = {
  readonly now: Date;
  readonly batch: BatchRow;
  /** In the order of their ids. */
  readonly phases: readonly PhaseRow[];
  readonly members: ReadonlyMap<MemberId, SeenMember>;
  /** In the order of their ids. */
  readonly steps: ReadonlyMap<MemberId | 0, readonly SeenStep[]>;
  readonly slots: ReadonlyMap<string, SlotRow>;
  /** By subject; open ones only. */
  readonly attention: ReadonlyMap<string, AttentionRow>;
  readonly plans: Pick<ReadonlyMap<RunbookVersion, Runbook>, "get">;
  /** Of the batch under 0, of a phase under its id. */
  readonly paused: ReadonlyMap<PhaseExecutionId | 0, PausedBy>;
  readonly incidents: readonly SeenIncident[];
  /** Members whose row is gone and whose removal somebody must approve. */
  readonly absent: ReadonlySet<MemberId>;
  /** Batches that members wait for, with those members in them. */
  readonly elsewhere: ReadonlyMap<BatchId, Facts>;
};
