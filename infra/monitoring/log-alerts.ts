/** Alerts that ask the workspace. Pure.
 *  L1. Each says what happened, why it matters and what to look at first: who is woken reads it.
 *  L2. Each is about something a person can act on (H-103: fewer than five a week). */
import { REPORTED_EVENTS } from "../../runtime/contract/blueprint/reported-events.ts";
import { tracesOf } from "./events.ts";

export type Severity = 0 | 1 | 2 | 3;

export type LogAlert = {
  readonly name: string;
  readonly severity: Severity;
  readonly says: string;
  readonly query: string;
  readonly windowMin: 5 | 15 | 60;
  /** Fires when more rows than this come back, for each value of the column below. */
  readonly above: number;
  readonly each: string | null;
};

const HAYMAKER: readonly LogAlert[] = [
  {
    name: "run-failed",
    severity: 1,
    says: "A run failed, or left something behind. Look at the report of the run.",
    query: tracesOf(REPORTED_EVENTS.critical),
    windowMin: 5,
    above: 0,
    each: "event",
  },
  {
    name: "agent-trouble",
    severity: 2,
    says: "Agents were late, did not start or were throttled. The run goes on without them.",
    query: tracesOf(REPORTED_EVENTS.warning),
    windowMin: 15,
    above: 0,
    each: "event",
  },
];

const ENGINE: readonly LogAlert[] = [
  {
    name: "needs-attention",
    severity: 1,
    says: "Something can go no further by itself. The dashboard lists it with what would move it.",
    query: tracesOf(REPORTED_EVENTS.attention),
    windowMin: 5,
    above: 0,
    each: null,
  },
  {
    name: "failing-requests",
    severity: 2,
    says: "More than one call in twenty fails. Look at the failures of the component named here.",
    query:
      "AppRequests | summarize failed = countif(Success == false), total = count() " +
      "by AppRoleName | where total >= 20 and failed * 20 > total",
    windowMin: 15,
    above: 0,
    each: "AppRoleName",
  },
  {
    name: "slow-requests",
    severity: 2,
    says: "A component takes longer than 30 seconds for one message in twenty.",
    query:
      "AppRequests | summarize slow = percentile(DurationMs, 95) by AppRoleName " +
      "| where slow > 30000",
    windowMin: 15,
    above: 0,
    each: "AppRoleName",
  },
  {
    name: "consumer-failures",
    severity: 2,
    says: "A component throws more than three times a minute. Its last deployment is suspect.",
    query: "AppExceptions",
    windowMin: 5,
    above: 15,
    each: "AppRoleName",
  },
];

/** Reasons that the platform gives for a job or container that did not end well. */
const FAILED = ["BackoffLimitExceeded", "DeadlineExceeded", "ImagePullBackOff", "ErrImagePull"];

const PLATFORM: readonly LogAlert[] = [
  {
    name: "failed-jobs",
    severity: 1,
    says: "A job or container did not start or did not end well. Its console log says why.",
    query:
      "ContainerAppSystemLogs " +
      `| where Reason in (${FAILED.map((reason) => `"${reason}"`).join(", ")})`,
    windowMin: 5,
    above: 0,
    each: "Reason",
  },
  {
    name: "scaling-stopped",
    severity: 1,
    says: "Azure cannot count the messages of an app, so nothing of it starts. Check its rights.",
    query: 'ContainerAppSystemLogs | where Reason == "KEDAScalerFailed"',
    windowMin: 15,
    above: 10,
    each: "ContainerAppName",
  },
  {
    name: "vault-denied",
    severity: 1,
    says: "Somebody was denied a secret. Look at who called, and from where.",
    // Every client asks once without a token, to learn where to get one: a 401 is no denial.
    query: "AZKVAuditLogs | where HttpStatusCode == 403",
    windowMin: 5,
    above: 0,
    each: "CallerIpAddress",
  },
  {
    name: "vault-unusual",
    severity: 2,
    says: "One caller read more secrets within an hour than any component of ours does.",
    query: 'AZKVAuditLogs | where OperationName == "SecretGet" or OperationName == "SecretList"',
    windowMin: 60,
    above: 200,
    each: "CallerIpAddress",
  },
];

export const LOG_ALERTS: readonly LogAlert[] = [...ENGINE, ...HAYMAKER, ...PLATFORM];

export const logCriteria = ({ query, above, each }: LogAlert) => ({
  allOf: [
    {
      query,
      timeAggregation: "Count",
      operator: "GreaterThan",
      threshold: above,
      ...(each === null
        ? {}
        : { dimensions: [{ name: each, operator: "Include", values: ["*"] }] }),
      failingPeriods: { minFailingPeriodsToAlert: 1, numberOfEvaluationPeriods: 1 },
    },
  ],
});
