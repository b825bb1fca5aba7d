/** Every code a problem document may carry, with its status and title: a closed set that scripts
 *  may match. What an order was refused for is one of them, under the order's own word. */

type Kind = { readonly status: number; readonly title: string };

const BAD: Kind = { status: 400, title: "The request cannot be read" };
const MISSING: Kind = { status: 404, title: "There is no such thing" };
const CONFLICT: Kind = { status: 409, title: "Not in its present state" };
const REFUSED: Kind = { status: 422, title: "The contents are refused" };

export const PROBLEM_CODES = {
  "invalid-request": BAD,
  "invalid-cursor": BAD,
  "invalid-key": BAD,
  "invalid-limit": BAD,
  "no-reason": BAD,
  unauthenticated: { status: 401, title: "Sign in first" },
  forbidden: { status: 403, title: "Your roles do not allow this" },
  "wrong-origin": { status: 403, title: "Asked from another site" },
  "not-found": MISSING,
  "unknown-batch": MISSING,
  "unknown-incident": MISSING,
  "unknown-member": MISSING,
  "unknown-phase": MISSING,
  "unknown-row": MISSING,
  "unknown-runbook": MISSING,
  "unknown-step": MISSING,
  "method-not-allowed": { status: 405, title: "Not by this method" },
  "batch-cancelled": CONFLICT,
  "batch-cancelling": CONFLICT,
  "batch-ended": CONFLICT,
  "batch-init-failed": CONFLICT,
  "batch-not-active": CONFLICT,
  "behind-barrier": CONFLICT,
  "cancel-instead": CONFLICT,
  conflict: CONFLICT,
  "earlier-steps-first": CONFLICT,
  "in-progress": CONFLICT,
  "incident-closed": CONFLICT,
  "init-not-failed": CONFLICT,
  "job-given-up": CONFLICT,
  "member-elsewhere": CONFLICT,
  "member-failed": CONFLICT,
  "member-has-failed": CONFLICT,
  "member-not-failed": CONFLICT,
  "not-dismissible": CONFLICT,
  "not-due": CONFLICT,
  "not-filled": CONFLICT,
  "not-manual": CONFLICT,
  "nothing-left": CONFLICT,
  "nothing-to-undo": CONFLICT,
  "phase-ended": CONFLICT,
  "retry-init": CONFLICT,
  "retry-member": CONFLICT,
  "set-aside": CONFLICT,
  "step-ended": CONFLICT,
  "step-not-failed": CONFLICT,
  "step-not-held": CONFLICT,
  "still-in-flight": CONFLICT,
  "still-undoing": CONFLICT,
  unsendable: CONFLICT,
  "version-inactive": CONFLICT,
  "batch-changed": { status: 412, title: "It has changed since you looked" },
  "too-large": { status: 413, title: "Too large" },
  "wrong-content-type": { status: 415, title: "Not in this content type" },
  "invalid-csv": REFUSED,
  "invalid-runbook": REFUSED,
  "key-reused": REFUSED,
  "name-differs": REFUSED,
  "no-members": REFUSED,
  "no-query": REFUSED,
  "query-failed": REFUSED,
  "repeated-members": REFUSED,
  "too-many-members": REFUSED,
  "unregistered-names": REFUSED,
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Internal error" },
  "not-ready": { status: 503, title: "Not ready" },
  unavailable: { status: 503, title: "Not available at present" },
} as const satisfies Readonly<Record<string, Kind>>;
export type ProblemCode = keyof typeof PROBLEM_CODES;

export const isProblemCode = (code: string): code is ProblemCode =>
  Object.hasOwn(PROBLEM_CODES, code);
