/** Why an order was refused, in a sentence that says what to do instead. */

const SENTENCES: Readonly<Record<string, string>> = {
  "batch-changed":
    "The batch has changed since the screen was loaded. Load it again and repeat the order.",
  "batch-ended": "The batch has ended; nothing more can be done to it.",
  "batch-cancelled": "The batch was cancelled and stays so.",
  "batch-cancelling": "The batch is being cancelled and stays so.",
  "batch-init_failed": "The init of the batch failed. Retry the init first.",
  "batch-not-active": "The batch is not active yet. Wait until its init has ended.",
  "behind-barrier":
    "The phase has a barrier and others have not reached this step. Skip it when they have.",
  "cancel-instead":
    "Members are at work under the version before. Retry or skip the step, or cancel the batch.",
  conflict:
    "A member of this batch is in another batch of the runbook by now. Remove it there first.",
  "earlier-steps-first": "An earlier step has not ended well. Skip or retry that one first.",
  "in-progress": "The current stage is still in progress. Wait until it has ended.",
  "incident-closed": "The incident was closed already.",
  "init-not-failed": "The init of this batch has not failed; there is nothing to retry.",
  "invalid-limit": "A limit is a whole number from 0 on, for worker:{id} or function:{name}.",
  "job-given-up":
    "A job that was given up is not sent again: its step has gone on without it. Retry the step " +
    "or the member instead, and discard the incident.",
  "key-reused":
    "This idempotency key was used for another request. Use a new key for a new request.",
  "member-elsewhere":
    "Another batch of the runbook works on this member now. Wait until it is done with it.",
  "member-failed": "The member has failed in this batch. Retry it instead of adding it.",
  "member-not-failed": "The member has not failed; there is nothing to retry.",
  "no-members": "There is nobody to add.",
  "no-reason": "Say why: the reason is kept in the log.",
  "not-dismissible":
    "Only what just wants to be known is dismissed. This goes when its cause has: see its actions.",
  "not-due": "The phase is not due yet.",
  "not-filled":
    "Not all members of this batch were added. Give the order to create it again, or cancel it.",
  "not-manual": "Only manual batches are advanced by hand; this one goes by its times.",
  "nothing-left": "All phases have been dispatched; there is nothing left to advance to.",
  "nothing-to-undo": "What this step was to undo has been taken up again.",
  "phase-ended": "The phase has ended.",
  "retry-init": "This is a step of the init. Retry the init.",
  "retry-member": "This step ended its member. Retry the member.",
  "set-aside": "The order could not be carried out because of a fault in the engine. It was noted.",
  "step-ended": "The step has ended.",
  "step-not-failed": "The step has not failed; there is nothing to retry.",
  "step-not-held": "Nobody is asked about this step; there is no failure to accept.",
  "still-in-flight": "The job of this step is still out. Wait for its answer or its deadline.",
  "still-undoing": "What failed is still being undone. Wait until that has ended.",
  "too-many-members": "A batch does not take so many members. Make several.",
  "unknown-batch": "There is no such batch.",
  "unknown-incident": "There is no such incident.",
  "unknown-member": "The batch has no such member.",
  "unknown-phase": "The batch has no such phase.",
  "unknown-runbook": "No version of this runbook is active. Publish one first.",
  "unknown-step": "The batch has no such step.",
};

/** A code that has no sentence yet is still better than nothing. */
export const sentenceOf = (code: string): string =>
  SENTENCES[code] ?? `The order was refused: ${code}.`;
