/** The word, sign and tone of every status: never colour alone. */
import type { VNode } from "preact";
import type {
  BatchStatus,
  MemberStatus,
  PhaseStatus,
  StepStatus,
} from "../../../contract/statuses.ts";
import { html } from "./html.ts";
import { Icon, type IconName } from "./icons.ts";

type Tone = "ok" | "run" | "poll" | "wait" | "warn" | "bad" | "idle";

export type Look = { readonly word: string; readonly icon: IconName; readonly tone: Tone };

const look = (word: string, icon: IconName, tone: Tone): Look => ({ word, icon, tone });

const BATCH: Readonly<Record<BatchStatus, Look>> = {
  detected: look("Not begun", "waiting", "wait"),
  init_dispatched: look("Starting", "running", "run"),
  active: look("Running", "running", "run"),
  completed: look("Completed", "done", "ok"),
  failed: look("Failed", "failed", "bad"),
};

const MEMBER: Readonly<Record<MemberStatus, Look>> = {
  active: look("Active", "running", "run"),
  removed: look("Removed", "skipped", "idle"),
  failed: look("Failed", "failed", "bad"),
};

const PHASE: Readonly<Record<PhaseStatus, Look>> = {
  pending: look("Waiting", "waiting", "wait"),
  dispatched: look("Running", "running", "run"),
  completed: look("Completed", "done", "ok"),
  failed: look("Failed", "failed", "bad"),
  skipped: look("Skipped", "skipped", "idle"),
  superseded: look("Superseded", "skipped", "idle"),
};

const STEP: Readonly<Record<StepStatus, Look>> = {
  pending: look("Waiting", "waiting", "wait"),
  dispatched: look("Running", "running", "run"),
  succeeded: look("Succeeded", "done", "ok"),
  failed: look("Failed", "failed", "bad"),
  polling: look("Polling", "polling", "poll"),
  poll_timeout: look("Timed out", "failed", "bad"),
  rolled_back: look("Rolled back", "rolledBack", "warn"),
  cancelled: look("Cancelled", "skipped", "idle"),
};

type BatchState = {
  readonly status: BatchStatus;
  readonly statusReason: string | null;
  readonly isPaused: boolean;
};

export function batchLook({ status, statusReason, isPaused }: BatchState): Look {
  if (statusReason === "cancelled") return look("Cancelled", "skipped", "idle");
  if (statusReason === "cancelling") return look("Cancelling", "skipped", "warn");
  const isOver = status === "completed" || status === "failed";
  return isPaused && !isOver ? look("Paused", "paused", "warn") : BATCH[status];
}

export const memberLook = (status: MemberStatus): Look => MEMBER[status];
export const phaseLook = (status: PhaseStatus): Look => PHASE[status];
export const stepLook = (status: StepStatus): Look => STEP[status];

export function Pill({ look: { word, icon, tone } }: { look: Look }): VNode {
  return html`<span class="pill ${tone}"><${Icon} name=${icon} size=${13} />${word}</span>`;
}
