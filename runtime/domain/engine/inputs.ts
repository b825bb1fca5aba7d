/** Everything that can happen to a batch: what workers answer, what falls due, what the
 *  scheduler finds and what operators order. All go through the one core.
 *  A repeat is harmless because each input says which state it means: the job triple, the due
 *  time of a row, a generation, a version; commands may carry the event number they saw. */
import type { MemberKey } from "../../contract/identifiers.ts";
import type {
  BatchId,
  MemberId,
  PhaseExecutionId,
  RunbookVersion,
  StepExecutionId,
} from "../../contract/ids.ts";
import type { WorkerResult } from "../../contract/messages/worker-result.ts";
import type { HoldReason } from "../removal-breaker.ts";
import type { Variables } from "../variables.ts";
import type { Command } from "./commands.ts";

/** Who is behind an input, for the event log. */
export type By = {
  /** `engine`, `scheduler`, `worker`, or a person. */
  readonly actor: string;
  /** The message, request or sweep that brought it. */
  readonly cause: string;
};

export type Finding =
  /** The batch and its first members are there; its life begins. */
  | { readonly kind: "batch-detected" }
  /** A manual batch waits for the rest of its members; whoever made it may be gone. */
  | { readonly kind: "batch-unfilled" }
  | {
      readonly kind: "member-added";
      readonly key: MemberKey;
      readonly data: Variables;
      readonly waitsFor: BatchId | null;
    }
  | {
      readonly kind: "member-returned";
      readonly memberId: MemberId;
      /** The generation it returns as. */
      readonly generation: number;
      readonly data: Variables;
      readonly waitsFor: BatchId | null;
    }
  | {
      readonly kind: "member-removed";
      readonly memberId: MemberId;
      readonly generation: number;
      /** `rescheduled` before anything was started for it: no removal steps. */
      readonly why: "left_source" | "removed_by_operator" | "rescheduled" | "moved_unstarted";
    }
  | { readonly kind: "member-refreshed"; readonly memberId: MemberId; readonly data: Variables }
  /** The batch it waited for is done with this member; one that it was in before may not be, and
   *  then is waited for next (R36). */
  | {
      readonly kind: "member-released";
      readonly memberId: MemberId;
      readonly from: BatchId;
      readonly waitsFor?: BatchId | null;
    }
  /** Members wait for another batch, which can or can no more go on by itself. */
  | { readonly kind: "waits-for"; readonly from: BatchId; readonly needsPerson: boolean }
  /** Its row is there again: an approval to remove it was about an absence that is over. */
  | { readonly kind: "approval-lapsed"; readonly memberId: MemberId }
  /** A count of 0: those who were missing are shown again. */
  | {
      readonly kind: "removals-held";
      readonly count: number;
      readonly limit: number;
      readonly why: HoldReason;
    }
  | {
      readonly kind: "version-published";
      readonly version: RunbookVersion;
      readonly overdue: "rerun" | "ignore";
      readonly rerunInit: boolean;
    }
  | { readonly kind: "worker-registered"; readonly workerId: string }
  /** The rebalancer's share of a limit for this batch; null lifts the limit. */
  | { readonly kind: "slots-granted"; readonly key: string; readonly granted: number | null };

export type Due =
  | { readonly kind: "timer"; readonly executionId: StepExecutionId }
  | {
      readonly kind: "phase-due";
      readonly phaseId: PhaseExecutionId;
      /** Whom the sender takes for its members: a hint that is compared and no more. */
      readonly memberIds?: readonly MemberId[];
    }
  | { readonly kind: "slot-due"; readonly key: string };

export type Answer =
  | { readonly kind: "worker-result"; readonly result: WorkerResult }
  /** The broker gave the job up. */
  | {
      readonly kind: "job-dead-lettered";
      readonly executionId: StepExecutionId;
      readonly attempt: number;
      readonly poll: number;
      readonly reason: string;
      /** The bus never took it: nobody has acted on it, and no other try can be sent either. */
      readonly isUnsent?: true;
    };

/** In place of an input on which deciding threw: it is set aside, and somebody is told. */
export type Aside = {
  readonly kind: "set-aside";
  /** Its kind and subject: the same whenever it comes again. */
  readonly what: string;
  /** The execution whose timer it was: looked at again, but not at once. */
  readonly timerOf: StepExecutionId | null;
  readonly reason: string;
};

export type Input = { readonly by: By } & (Answer | Due | Finding | Command | Aside);
export type InputOf<Kind extends Input["kind"]> = Extract<Input, { readonly kind: Kind }>;
