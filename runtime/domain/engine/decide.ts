/** The core: what follows from inputs, given a world and the time. Pure: the same arguments give
 *  the same decision. Each input is decided on top of those before it, so a group of inputs means
 *  what they would mean one by one. */
import type { Decision, Verdict } from "./decision.ts";
import { type Draft, openDraft } from "./draft.ts";
import type { Input } from "./inputs.ts";
import { onAdvance, onCancel } from "./on-advance.ts";
import { onBatchDetected, onBatchUnfilled } from "./on-batch-detected.ts";
import { onPhaseDue, onSlotDue } from "./on-due.ts";
import {
  onMemberAdded,
  onMemberReleased,
  onMemberReturned,
  onWaitsFor,
} from "./on-member-joins.ts";
import { onMemberRefreshed, onMemberRemoved } from "./on-member-leaves.ts";
import { onPause, onResume } from "./on-pause.ts";
import { onRetryInit, onRetryMember, onRetryStep } from "./on-retry.ts";
import { onDismiss, onSetAside } from "./on-set-aside.ts";
import {
  onApprovalLapsed,
  onApproveRemovals,
  onRemovalsHeld,
  onSetBudget,
  onSlotsGranted,
  onWorkerRegistered,
} from "./on-settings.ts";
import { onFailStep, onSkipStep } from "./on-skip.ts";
import { onJobDeadLettered, onTimer } from "./on-timer.ts";
import { onVersionPublished } from "./on-version-published.ts";
import { onWorkerResult } from "./on-worker-result.ts";
import { seal } from "./seal.ts";
import { settle } from "./settle.ts";
import type { World } from "./world.ts";

export function decide(world: World, inputs: readonly Input[], now: Date): Decision {
  const draft = openDraft(world, now);
  const verdicts = inputs.map((input) => decideOne(draft, input));
  return seal(draft, verdicts);
}

function decideOne(d: Draft, input: Input): Verdict {
  d.by = input.by;
  if (hasMovedOn(d, input)) return { refused: "batch-changed" };
  const verdict = handle(d, input);
  settle(d);
  return verdict;
}

/** The operator decided on an older picture (R17). */
function hasMovedOn(d: Draft, input: Input): boolean {
  if (!("ifSeq" in input) || input.ifSeq === null) return false;
  return input.ifSeq !== d.batch.eventSeq + d.events.length;
}

type Handlers = {
  readonly [Kind in Input["kind"]]: (
    d: Draft,
    input: Extract<Input, { readonly kind: Kind }>,
  ) => Verdict;
};

const HANDLERS: Handlers = {
  "worker-result": onWorkerResult,
  "job-dead-lettered": onJobDeadLettered,
  timer: onTimer,
  "phase-due": onPhaseDue,
  "slot-due": onSlotDue,
  "batch-detected": onBatchDetected,
  "batch-unfilled": onBatchUnfilled,
  "member-added": onMemberAdded,
  "member-returned": onMemberReturned,
  "member-removed": onMemberRemoved,
  "member-refreshed": onMemberRefreshed,
  "member-released": onMemberReleased,
  "waits-for": onWaitsFor,
  "removals-held": onRemovalsHeld,
  "approval-lapsed": onApprovalLapsed,
  "version-published": onVersionPublished,
  "worker-registered": onWorkerRegistered,
  "slots-granted": onSlotsGranted,
  "set-aside": onSetAside,
  pause: onPause,
  resume: onResume,
  "retry-member": onRetryMember,
  "retry-init": onRetryInit,
  "retry-step": onRetryStep,
  "fail-step": onFailStep,
  "skip-step": onSkipStep,
  cancel: onCancel,
  advance: onAdvance,
  "approve-removals": onApproveRemovals,
  "set-budget": onSetBudget,
  dismiss: onDismiss,
};

/** The table pairs each kind with its own handler, which the compiler cannot follow through a
 *  lookup by a union. */
function handle<Kind extends Input["kind"]>(
  d: Draft,
  input: Extract<Input, { readonly kind: Kind }>,
): Verdict {
  const handler: Handlers[Kind] = HANDLERS[input.kind as Kind];
  return handler(d, input);
}
