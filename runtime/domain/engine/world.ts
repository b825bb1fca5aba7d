/** What the core is shown: one batch, locked, with the rows that the inputs may touch.
 *  - All phases and slots of the batch are here. Of members and executions only those that
 *    `needs` asked for: a world is as large as its inputs, not as the batch.
 *  - A member that is here has all its executions here, of every generation.
 *  - Plans are compiled runbooks by version; they never change, so callers keep them.
 *  Nothing in a world is changed in place. */
import type {
  MemberId,
  PhaseExecutionId,
  RunbookVersion,
  StepExecutionId,
} from "../../contract/ids.ts";
import type { FunctionManifest } from "../../contract/manifest.ts";
import type { Runbook } from "../runbook.ts";
import type { ExecutionRow } from "./execution-row.ts";
import type { AttentionRow, BatchRow, MemberRow, PhaseRow, SlotRow } from "./rows.ts";

/** Functions a registered worker knows, by name: how a repeat of one that it offers is made
 *  harmless, or why it has one switched off. */
export type Offered = ReadonlyMap<string, FunctionManifest["idempotency"] | SwitchedOff>;
export type SwitchedOff = { readonly disabledCapability: string };

/** The next free id of each table. Whoever loads a world reserves from here upwards; a decision
 *  says how far it went. */
export type NextIds = {
  readonly execution: number;
  readonly member: number;
  readonly phase: number;
};

/** Executions by id. Whoever has them member by member says so: the core then looks at those of a
 *  member without making lists of all. */
export type ExecutionRows = ReadonlyMap<StepExecutionId, ExecutionRow> & {
  /** In the order of their ids; 0 for those of the batch. */
  readonly ofMember?: (id: MemberId | 0) => readonly ExecutionRow[];
};

export type World = {
  readonly batch: BatchRow;
  readonly phases: ReadonlyMap<PhaseExecutionId, PhaseRow>;
  readonly members: ReadonlyMap<MemberId, MemberRow>;
  readonly executions: ExecutionRows;
  readonly slots: ReadonlyMap<string, SlotRow>;
  /** Open ones only, by subject. */
  readonly attention: ReadonlyMap<string, AttentionRow>;
  readonly plans: Pick<ReadonlyMap<RunbookVersion, Runbook>, "get">;
  /** Registered workers; a job for any other would vanish (R20). */
  readonly workers: ReadonlyMap<string, Offered>;
  /** Slot keys with a limit for the whole platform: a batch starts with nothing granted. */
  readonly limited: ReadonlySet<string>;
  readonly nextIds: NextIds;
};
