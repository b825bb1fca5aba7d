/** How a message becomes something the engine can decide. A handler only reads: it names the
 *  batch, or what must be looked up to find it, and the input. Everything else is the core's.
 *  Each declares what makes a repeat harmless:
 *  - `triple`: the (step, attempt, poll) it carries is current at most once;
 *  - `state`: the row it points at says whether there is anything to do;
 *  - `inbox`: nothing in it does, so its message id is kept in the commit it led to. */

import type { BatchId, MemberId, StepExecutionId } from "../contract/ids.ts";
import type { MessageId } from "../contract/message-id.ts";
import type { By, Input } from "../domain/engine/inputs.ts";
import type { ListedMember } from "../store/batches.ts";

export type Guard = "triple" | "state" | "inbox";

export type Turned =
  | { readonly kind: "input"; readonly batchId: BatchId; readonly input: Input }
  /** The message does not say whose execution it means. */
  | { readonly kind: "of-execution"; readonly id: StepExecutionId; readonly input: Input }
  /** Null: there is nothing to do about this member. */
  | {
      readonly kind: "of-member";
      readonly batchId: BatchId;
      readonly memberId: MemberId;
      readonly input: (member: ListedMember) => Input | null;
    };

export type Handler<Message> = {
  readonly guard: Guard;
  readonly turn: (message: Message, by: By) => Turned;
};

/** Messages of the bus as the log shows them. */
export const causedBy = (actor: string, messageId: MessageId): By => ({
  actor,
  cause: `message ${messageId}`,
});

/** Where a message says which batch it means, that is where it is decided. */
export const ofExecution = (batchId: BatchId | null, id: StepExecutionId, input: Input): Turned =>
  batchId === null ? { kind: "of-execution", id, input } : { kind: "input", batchId, input };
