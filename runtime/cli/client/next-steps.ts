/** What to do about a problem, by its code: the command that comes next. Codes whose own words
 *  say it all have no line. */

import type { ProblemCode } from "../../contract/http/problem-codes.ts";

export const NEXT_STEPS: Readonly<Partial<Record<ProblemCode, string>>> = {
  unauthenticated: "run `drover auth status`, then `drover auth login`",
  forbidden: "run `drover auth status` to see your roles; an Admin can give you another",
  "not-found": "this Drover may be older than the command line: compare with `drover doctor`",
  "unknown-batch": "run `drover batch list`",
  "unknown-incident": "run `drover incident list`",
  "unknown-member": "run `drover batch members BATCH`",
  "unknown-phase": "run `drover batch phases BATCH`",
  "unknown-runbook": "run `drover runbook list`",
  "unknown-step": "run `drover batch steps BATCH`",
  "batch-changed": "look again with `drover batch get BATCH`, then repeat the command",
  "batch-ended": "see how it ended with `drover batch get BATCH`",
  "batch-cancelling": "follow it with `drover batch watch BATCH`",
  "batch-init-failed":
    "see why with `drover batch failures BATCH`, then `drover batch retry BATCH --init`",
  "in-progress": "follow it with `drover batch watch BATCH`, then advance again",
  "member-elsewhere": "find the batch with `drover search MEMBER`, then `drover batch watch` it",
  "not-manual": "a batch with a start time advances by itself: `drover batch why BATCH`",
  "retry-init": "run `drover batch retry BATCH --init`",
  "retry-member": "run `drover batch retry BATCH --member MEMBER`",
  "step-not-held": "see what would move it with `drover batch why BATCH --step STEP`",
  "still-in-flight": "wait for the attempt under way: `drover batch watch BATCH`",
  "still-undoing": "wait for the rollback: `drover batch watch BATCH`",
  "invalid-csv": "mend the lines; `drover template download RUNBOOK` has the columns",
  "invalid-runbook": "run `drover runbook validate FILE`",
  "unregistered-names": "register them, or publish with --force",
  "query-failed": "mend the source or the runbook's query, then look again",
  "too-many-requests": "wait a little and repeat the command",
  "internal-error": "report it with the id below; Drover's log tells more under it",
  unavailable: "wait a little and repeat the command; `drover doctor` looks closer",
  "not-ready": "wait a little and repeat the command; `drover doctor` looks closer",
};
