/** Alerts on what Azure itself counts. Pure. */
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import type { Severity } from "./log-alerts.ts";

export type Criterion = {
  readonly metric: string;
  readonly aggregation: "Total" | "Average" | "Maximum" | "Minimum";
  readonly operator: "GreaterThan" | "LessThan" | "LessThanOrEqual";
  readonly threshold: number;
  /** One entity, or each of them by itself. */
  readonly entity: string | null;
};

export type MetricAlertPlan = {
  readonly name: string;
  readonly on: "bus" | "database" | "vault";
  readonly severity: Severity;
  readonly says: string;
  readonly windowMin: 5 | 15 | 30;
  readonly criteria: readonly Criterion[];
};

const EACH = "*";

const DEAD_LETTERS: MetricAlertPlan = {
  name: "dead-letters",
  on: "bus",
  severity: 2,
  says: "Messages were set aside as dead letters. The dead-letter list says why.",
  windowMin: 5,
  criteria: [
    {
      metric: "DeadletteredMessages",
      aggregation: "Maximum",
      operator: "GreaterThan",
      threshold: 0,
      entity: EACH,
    },
  ],
};

/** Azure tells no age of messages. That some wait and none is done for half an hour says the
 *  same; with two conditions Azure wants the entity by name, so each topic has its own. */
const queueAge = (topic: string): MetricAlertPlan => ({
  name: `queue-age-${topic}`,
  on: "bus",
  severity: 1,
  says: `Messages of ${topic} wait and none was completed for half an hour. Is its reader running?`,
  windowMin: 30,
  criteria: [
    {
      metric: "ActiveMessages",
      aggregation: "Minimum",
      operator: "GreaterThan",
      threshold: 0,
      entity: topic,
    },
    {
      metric: "CompleteMessage",
      aggregation: "Total",
      operator: "LessThanOrEqual",
      threshold: 0,
      entity: topic,
    },
  ],
});

const SERVICES: readonly MetricAlertPlan[] = [
  {
    name: "bus-throttled",
    on: "bus",
    severity: 2,
    says: "Service Bus turns calls away. More capacity or fewer scenarios at a time would help.",
    windowMin: 15,
    criteria: [
      {
        metric: "ThrottledRequests",
        aggregation: "Total",
        operator: "GreaterThan",
        threshold: 50,
        entity: null,
      },
    ],
  },
  {
    name: "database-busy",
    on: "database",
    severity: 2,
    says: "The database has been busy for a quarter of an hour; steps will be late.",
    windowMin: 15,
    criteria: [
      {
        metric: "cpu_percent",
        aggregation: "Average",
        operator: "GreaterThan",
        threshold: 90,
        entity: null,
      },
    ],
  },
  {
    name: "database-full",
    on: "database",
    severity: 1,
    says: "The database is nearly full; when it is, no step can be recorded any more.",
    windowMin: 15,
    criteria: [
      {
        metric: "storage_percent",
        aggregation: "Maximum",
        operator: "GreaterThan",
        threshold: 80,
        entity: null,
      },
    ],
  },
  {
    name: "vault-away",
    on: "vault",
    severity: 1,
    says: "The vault does not answer; components that start now will fail.",
    windowMin: 5,
    criteria: [
      {
        metric: "Availability",
        aggregation: "Average",
        operator: "LessThan",
        threshold: 99,
        entity: null,
      },
    ],
  },
];

export const METRIC_ALERTS: readonly MetricAlertPlan[] = [
  DEAD_LETTERS,
  ...Object.values(TOPICS).map(({ name }) => queueAge(name)),
  ...SERVICES,
];

export const metricCriteria = ({ criteria }: MetricAlertPlan) => ({
  odataType: "Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria" as const,
  allOf: criteria.map(({ metric, aggregation, operator, threshold, entity }) => ({
    name: metric,
    criterionType: "StaticThresholdCriterion" as const,
    metricName: metric,
    timeAggregation: aggregation,
    operator,
    threshold,
    ...(entity === null
      ? {}
      : { dimensions: [{ name: "EntityName", operator: "Include", values: [entity] }] }),
  })),
});
