/** Every topic of the namespace with its subscriptions. Infra creates exactly these, the
 *  embedded broker is configured with exactly these, and nobody spells a topic name elsewhere.
 *  T1. A subscription keeps a message as long as its topic does, never longer.
 *  T2. Whatever expires or breaks a filter is dead-lettered, so nothing vanishes unseen. */
import type { Subscription, Topic } from "./topic-shape.ts";

const MINUTE_SEC = 60;
const DAY_SEC = 86_400;
const EVENTS_TTL_SEC = 14 * DAY_SEC;
const WORK_TTL_SEC = 7 * DAY_SEC;
const RUN_CARD_TTL_SEC = 3_600;

/** What all subscriptions share; the deliveries of a run card differ and say so. */
const SUBSCRIPTION = {
  perWorker: false,
  lockSec: MINUTE_SEC,
  maxDeliveryCount: 10,
  requiresSession: false,
  deadLetterOnExpiration: true,
  deadLetterOnFilterError: true,
  filter: { kind: "all" },
} as const satisfies Partial<Subscription>;

const TOPIC = {
  nameSetting: null,
  publishedFromOutside: false,
  maxSizeMb: 1024,
  duplicateWindowSec: 10 * MINUTE_SEC,
  partitioned: false,
} as const satisfies Partial<Topic>;

/** Five waits of the consumer (1, 2, 4, 8, 16 s) make six deliveries. */
const RUN_CARD_DELIVERIES = 6;

const runCardTopic = <const Name extends string>(name: Name, purpose: string) =>
  ({
    ...TOPIC,
    name,
    system: "S2",
    purpose,
    ttlSec: RUN_CARD_TTL_SEC,
    subscriptions: {
      consumer: {
        ...SUBSCRIPTION,
        name: "consumer",
        purpose: `The ${name} branch of a run card.`,
        ttlSec: RUN_CARD_TTL_SEC,
        maxDeliveryCount: RUN_CARD_DELIVERIES,
      },
    },
  }) as const satisfies Topic;

export const TOPICS = {
  "orchestrator-events": {
    ...TOPIC,
    name: "orchestrator-events",
    system: "S1",
    purpose: "Wakes the orchestrator: a batch, phase, member, poll or retry needs a decision.",
    ttlSec: EVENTS_TTL_SEC,
    subscriptions: {
      orchestrator: {
        ...SUBSCRIPTION,
        name: "orchestrator",
        purpose: "Every event, read by the orchestrator.",
        ttlSec: EVENTS_TTL_SEC,
      },
    },
  },
  "worker-jobs": {
    ...TOPIC,
    name: "worker-jobs",
    system: "S1",
    purpose: "One message for each job a worker is to run.",
    ttlSec: WORK_TTL_SEC,
    subscriptions: {
      "worker-{workerId}": {
        ...SUBSCRIPTION,
        name: "worker-{workerId}",
        perWorker: true,
        purpose: "The jobs of one worker.",
        ttlSec: WORK_TTL_SEC,
        filter: { kind: "correlation", properties: { WorkerId: "{workerId}" } },
      },
      /** A topic drops what no filter matches while the publisher sees success (R20). This
       *  subscription takes what no worker's filter takes, so that a job for an unknown worker
       *  becomes a step that needs attention instead of a step that waits for ever. */
      unrouted: {
        ...SUBSCRIPTION,
        name: "unrouted",
        purpose: "Jobs addressed to no worker that exists; the orchestrator raises attention.",
        ttlSec: WORK_TTL_SEC,
        filter: { kind: "sql", expression: "WorkerId IS NULL OR WorkerId NOT IN ({workerIds})" },
      },
    },
  },
  "worker-results": {
    ...TOPIC,
    name: "worker-results",
    system: "S1",
    purpose: "What became of each job.",
    ttlSec: EVENTS_TTL_SEC,
    subscriptions: {
      orchestrator: {
        ...SUBSCRIPTION,
        name: "orchestrator",
        purpose: "Every result, read by the orchestrator.",
        ttlSec: EVENTS_TTL_SEC,
      },
    },
  },
  "agent-logs": {
    ...TOPIC,
    name: "agent-logs",
    system: "S0",
    purpose: "What agents report while they exercise a tenant; the session id is the agent id.",
    ttlSec: WORK_TTL_SEC,
    maxSizeMb: 5120,
    subscriptions: {
      "orchestrator-monitoring": {
        ...SUBSCRIPTION,
        name: "orchestrator-monitoring",
        purpose: "Each agent's events in order, for the state of the run.",
        ttlSec: WORK_TTL_SEC,
        lockSec: 5 * MINUTE_SEC,
        requiresSession: true,
      },
      archival: {
        ...SUBSCRIPTION,
        name: "archival",
        purpose: "Every event once more, for the log kept in storage.",
        ttlSec: WORK_TTL_SEC,
      },
    },
  },
  ingest: runCardTopic("ingest", "Run cards: read what an engagement brings along."),
  minutes: runCardTopic("minutes", "Run cards: write the minutes."),
  score: runCardTopic("score", "Run cards: compute the score."),
  "scale-requests": {
    ...TOPIC,
    name: "scale-requests",
    system: "S4",
    purpose: "Work that needs a container of its own size each; the scaler only looks at it.",
    nameSetting: "SB_TOPIC_NAME",
    publishedFromOutside: true,
    ttlSec: WORK_TTL_SEC,
    subscriptions: {
      /** A working default. Teams add subscriptions beside it; the scaler lists what is there. */
      requests: {
        ...SUBSCRIPTION,
        name: "requests",
        purpose: "Requests read by the containers that the scaler starts.",
        ttlSec: WORK_TTL_SEC,
        lockSec: 5 * MINUTE_SEC,
      },
    },
  },
} as const satisfies Readonly<Record<string, Topic>>;

export type TopicName = keyof typeof TOPICS;

/** A subscription that exists: a pair no topic declares does not compile. */
export type SubscriptionRef = {
  [Name in TopicName]: {
    readonly topic: Name;
    readonly subscription: keyof (typeof TOPICS)[Name]["subscriptions"];
  };
}[TopicName];
