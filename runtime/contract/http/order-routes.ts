/** Routes by which operators steer a batch. */
import { BatchPath } from "./batches.ts";
import { MemberPath } from "./members.ts";
import {
  approveRemovalsRequest,
  budgetRequest,
  dismissRequest,
  phaseOrderRequest,
  reasonRequest,
} from "./order-requests.ts";
import { Ordered, RemovalsApproved, Retried, StepPath } from "./orders.ts";
import type { Route } from "./route.ts";

const ordered = { status: 200, contentType: "application/json", schema: Ordered } as const;

const order = {
  method: "POST",
  policy: "operator",
  tag: "batches",
  query: null,
  response: ordered,
  ifMatch: true,
  promise: null,
} as const;

const RUNNING = ["unknown-batch", "batch-ended", "batch-cancelling", "batch-cancelled"] as const;
const STEP = [
  ...RUNNING,
  "unknown-step",
  "step-ended",
  "step-not-failed",
  "step-not-held",
  "still-in-flight",
  "still-undoing",
  "earlier-steps-first",
  "behind-barrier",
  "cancel-instead",
  "member-elsewhere",
  "nothing-to-undo",
  "phase-ended",
  "retry-init",
  "retry-member",
] as const;

export const ORDER_ROUTES = {
  pauseBatch: {
    ...order,
    path: "/api/batches/{id}/pause",
    summary: "Send nothing more of a batch, or of one phase, until it is resumed",
    params: BatchPath,
    request: phaseOrderRequest,
    problems: [...RUNNING, "unknown-phase", "phase-ended"],
  },
  resumeBatch: {
    ...order,
    path: "/api/batches/{id}/resume",
    summary: "Let a paused batch, or one phase, go on",
    params: BatchPath,
    request: phaseOrderRequest,
    problems: [...RUNNING, "unknown-phase", "phase-ended"],
  },
  retryFailed: {
    ...order,
    path: "/api/batches/{id}/retry-failed",
    summary: "Retry every failed member of a batch, or of one phase",
    params: BatchPath,
    request: phaseOrderRequest,
    response: { status: 200, contentType: "application/json", schema: Retried },
    problems: [...RUNNING, "batch-init-failed"],
  },
  retryInit: {
    ...order,
    path: "/api/batches/{id}/retry-init",
    summary: "Retry the init of a batch from its failed step on",
    params: BatchPath,
    request: null,
    problems: [...RUNNING, "init-not-failed", "still-undoing", "still-in-flight"],
  },
  retryMember: {
    ...order,
    path: "/api/batches/{id}/members/{memberId}/retry",
    summary: "Retry one failed member from its failed step on",
    params: MemberPath,
    request: null,
    problems: [
      ...RUNNING,
      "batch-init-failed",
      "unknown-member",
      "member-not-failed",
      "member-elsewhere",
      "still-undoing",
      "still-in-flight",
      "nothing-to-undo",
    ],
  },
  retryStep: {
    ...order,
    path: "/api/batches/{id}/steps/{stepId}/retry",
    summary: "Try a step again that waits for a decision, or failed in a rollback",
    params: StepPath,
    request: null,
    problems: STEP,
  },
  skipStep: {
    ...order,
    path: "/api/batches/{id}/steps/{stepId}/skip",
    summary: "Pass a step over; those after it go on as if it had succeeded",
    params: StepPath,
    request: reasonRequest,
    problems: [...STEP, "no-reason"],
  },
  failStep: {
    ...order,
    path: "/api/batches/{id}/steps/{stepId}/fail",
    summary: "Accept that a step whose end nobody saw has failed",
    params: StepPath,
    request: reasonRequest,
    problems: [...STEP, "no-reason"],
  },
  approveRemovals: {
    ...order,
    path: "/api/batches/{id}/approve-removals",
    summary: "Let members go whose removal is held because there are so many",
    params: BatchPath,
    request: approveRemovalsRequest,
    response: { status: 200, contentType: "application/json", schema: RemovalsApproved },
    problems: [...RUNNING, "unknown-member"],
  },
  setBudget: {
    ...order,
    method: "PUT",
    policy: "admin",
    path: "/api/batches/{id}/budget",
    summary: "Set how many failures pause a batch",
    params: BatchPath,
    request: budgetRequest,
    problems: RUNNING,
  },
  dismissAttention: {
    ...order,
    path: "/api/batches/{id}/attention/dismiss",
    summary: "Take what was set aside off the list of what needs a person",
    params: BatchPath,
    request: dismissRequest,
    problems: [...RUNNING, "not-dismissible"],
  },
} as const satisfies Readonly<Record<string, Route>>;
