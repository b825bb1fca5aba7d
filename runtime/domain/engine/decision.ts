/** What is to be done, all of it or nothing: one decision is one commit.
 *  - `patches`, `inserts` and `counters` name single rows. A patch says what it expects to find;
 *    under the batch's lock a miss is a bug or a stolen lease, and the commit is abandoned.
 *  - `bulk` reaches the rows of the batch that the world did not show, and only those; the ones
 *    it did show are patched one by one. So the order of the parts does not matter.
 *  - `publish` happens at least once, after the commit.
 *  - One verdict for each input, in order. */
import type { TopicName } from "../../contract/blueprint/topics.ts";
import type { MemberKey } from "../../contract/identifiers.ts";
import type { MemberId, PhaseExecutionId, StepExecutionId } from "../../contract/ids.ts";
import type { Envelope } from "../../contract/messages/envelope.ts";
import type { Bulk } from "./bulk.ts";
import type { By } from "./inputs.ts";
import type { AttentionRow } from "./rows.ts";
import type { NextIds } from "./world.ts";
import type { Delta, Insert, Patch } from "./writes.ts";

/** A message, written: nobody serialises it again, and its size was checked (R31). A job's
 *  message id is the job id; a wake-up for later may be lost, which costs time only. */
export type Publication = {
  readonly topic: TopicName;
  readonly envelope: Envelope;
  readonly notBefore: Date | null;
};

export type EventDraft = By & {
  readonly type: string;
  readonly memberId: MemberId | 0;
  readonly executionId: StepExecutionId | 0;
  readonly phaseId: PhaseExecutionId | 0;
  readonly from: string | null;
  readonly to: string | null;
  /** The execution that was dispatched with it. */
  readonly next: StepExecutionId | 0;
  readonly detail: Readonly<Record<string, unknown>> | null;
};

export type AttentionDraft =
  | ({ readonly kind: "open" } & AttentionRow)
  | { readonly kind: "close"; readonly subject: string };

/** To another batch: the removed member is drained and undone here (R36). */
export type Notice = { readonly kind: "member-drained"; readonly key: MemberKey };

export type Verdict =
  | "applied"
  | "duplicate"
  | "late"
  | { readonly refused: string }
  | { readonly deadLetter: string };

export type Decision = {
  readonly patches: readonly Patch[];
  readonly inserts: readonly Insert[];
  readonly counters: readonly Delta[];
  readonly bulk: readonly Bulk[];
  readonly publish: readonly Publication[];
  readonly events: readonly EventDraft[];
  readonly attention: readonly AttentionDraft[];
  readonly notices: readonly Notice[];
  readonly nextIds: NextIds;
  readonly verdicts: readonly Verdict[];
  /** Rows are due already: sweep this batch again at once. */
  readonly more: { readonly kind: "sweep" } | null;
};
