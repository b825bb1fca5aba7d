/** The committed rows of the model, in plain maps. A commit changes them in one synchronous turn
 *  and notes how to take each change back; whoever reads between two turns sees what was
 *  committed and nothing else. Rows are never changed in place, so they are handed out as they
 *  are. Checkers read here, too. */
import type { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  RunbookVersion,
  StepExecutionId,
} from "../../../runtime/contract/ids.ts";
import type { ExecutionRow } from "../../../runtime/domain/engine/execution-row.ts";
import type {
  AttentionRow,
  BatchRow,
  MemberRow,
  PhaseRow,
  SlotRow,
} from "../../../runtime/domain/engine/rows.ts";
import type { Absence } from "../../../runtime/store/discovery.ts";
import type { Incident } from "../../../runtime/store/incidents.ts";
import type { LoggedEvent } from "../../../runtime/store/records.ts";
import type { AutomationRecord, RunbookRecord } from "../../../runtime/store/runbooks.ts";
import type {
  ConsumedMessage,
  OutgoingMessage,
  RememberedAnswer,
} from "../../../runtime/store/unit.ts";
import type { RegisteredWorker } from "../../../runtime/store/workers.ts";

export type BatchRows = {
  batch: BatchRow;
  readonly key: string;
  /** Transactions so far. */
  revision: number;
  readonly phases: Map<PhaseExecutionId, PhaseRow>;
  readonly members: Map<MemberId, MemberRow>;
  readonly memberOfKey: Map<MemberKey, MemberId>;
  readonly executions: Map<StepExecutionId, ExecutionRow>;
  /** 0 for those of the batch itself. */
  readonly ofMember: Map<MemberId | 0, Set<StepExecutionId>>;
  /** Executions that have a due time. */
  readonly timed: Set<StepExecutionId>;
  readonly slots: Map<string, SlotRow>;
  readonly events: LoggedEvent[];
  /** By the version it went to. */
  readonly transitions: Map<RunbookVersion, { readonly from: RunbookVersion; readonly at: Date }>;
};

export type KeptMessage = OutgoingMessage & {
  readonly id: number;
  readonly owner: string;
  readonly claimedUntil: Date;
};
export type Kept<Row> = Row & { readonly at: Date };
export type Lease = { readonly owner: string; readonly token: number; readonly until: Date };
export type Counter =
  | "batch"
  | "execution"
  | "member"
  | "phase"
  | "platform_event"
  | "attention"
  | "outbox"
  | "incident";

export type Tables = {
  readonly batches: Map<BatchId, BatchRows>;
  readonly batchOfKey: Map<string, BatchId>;
  /** Unique keys other than ids: of phases, of executions, of members who are held. */
  readonly unique: Map<string, number>;
  /** Open ones, by subject; `id` tells in which order they were opened. */
  readonly attention: Map<string, AttentionRow & { readonly id: number }>;
  readonly platformEvents: LoggedEvent[];
  readonly answers: Map<string, Kept<RememberedAnswer>>;
  readonly consumed: Map<string, Kept<ConsumedMessage>>;
  readonly outbox: Map<number, KeptMessage>;
  readonly leases: Map<string, Lease>;
  readonly workers: Map<string, RegisteredWorker>;
  readonly limits: Map<string, number>;
  /** By name and version. */
  readonly runbooks: Map<string, RunbookRecord>;
  readonly automation: Map<string, AutomationRecord>;
  readonly incidents: Map<number, Incident>;
  /** By runbook: whom its source does not show in their place. */
  readonly absences: Map<string, ReadonlyMap<MemberKey, Absence>>;
  readonly counters: Map<Counter, number>;
};

export const emptyTables = (): Tables => ({
  batches: new Map(),
  batchOfKey: new Map(),
  unique: new Map(),
  attention: new Map(),
  platformEvents: [],
  answers: new Map(),
  consumed: new Map(),
  outbox: new Map(),
  leases: new Map(),
  workers: new Map(),
  limits: new Map(),
  runbooks: new Map(),
  automation: new Map(),
  incidents: new Map(),
  absences: new Map(),
  counters: new Map(),
});
