/** Why something is not moving: the closed set of reasons, each with what it means. Of a member, a
 *  step, a phase, a batch or a runbook there is always exactly one; `over` is that of all that has
 *  ended. The order is that of precedence: where many hold one thing up, those that wait for a
 *  person come first, then those that take longest by themselves. */
export const REASONS = {
  "needs-attention": "It can go no further by itself, and a person was asked.",
  "worker-unknown": "No worker is registered under the name it needs.",
  "failure-budget": "More members failed than the failure budget allows, and the batch is paused.",
  paused: "Somebody paused it.",
  incident: "A message about it was given up by the bus and lies with the incidents.",
  advance: "A manual batch moves on when somebody advances it.",
  "removal-held": "Its row is gone from the source, and its removal waits for approval.",
  "earlier-batch": "Another batch is not done with this member yet.",
  "slot-limit": "All slots that a limit allows are taken.",
  throttled: "The service asked to stay away until then.",
  "retry-due": "The last attempt failed; the next is due then.",
  "poll-due": "The work goes on elsewhere; its worker is asked again then.",
  "at-worker": "Its job is with a worker.",
  draining: "A job that no longer counts is still out; its end is awaited.",
  undoing: "What was done is being undone first.",
  "due-now": "It is due; the engine's next look takes it on.",
  "phase-time": "The time of the phase has not come.",
  init: "The batch's init is not done.",
  finalize: "The batch's last steps run.",
  cancelling: "It was cancelled; what is under way and its last steps come to their end.",
  "late-members": "Members who came late are catching up.",
  members: "Some of its members are not through.",
  "phase-under-way": "One of its phases is under way.",
  "phase-before": "The phase before it is not over.",
  gate: "The member is not through the phase before.",
  barrier: "Others have not come as far; all pass the barrier together.",
  "step-before": "The step before it is not over.",
  "member-busy": "Another step of the same member is under way.",
  "runbook-inactive": "No version of the runbook is active.",
  "automation-off": "Its automation is switched off.",
  "source-failing": "Its source could not be read.",
  "next-look": "Nothing is in the way; the next look at its source comes by itself.",
  over: "It has ended.",
} as const satisfies Readonly<Record<string, string>>;

export type ReasonKind = keyof typeof REASONS;

/** A table's keys are its kinds and nothing else. */
export const REASON_KINDS = Object.keys(REASONS) as [ReasonKind, ...ReasonKind[]];
