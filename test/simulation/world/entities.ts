/** The topics the platform uses, as the blueprint has them. */

import { entitiesOf } from "../../../runtime/bus/embedded/configure.ts";
import type { Entity } from "../../../runtime/bus/embedded/core/entity.ts";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import { WORKER_IDS } from "./functions.ts";

const { "orchestrator-events": events, "worker-jobs": jobs, "worker-results": results } = TOPICS;

export const SIMULATED_TOPICS = {
  "orchestrator-events": events,
  "worker-jobs": jobs,
  "worker-results": results,
};

const ALL = entitiesOf(SIMULATED_TOPICS, WORKER_IDS);
/** Correctness rests on neither (B6): a window for duplicates, and patience with deliveries. */
export const busEntities = (duplicateWindow: boolean, deliveriesMax: number): readonly Entity[] =>
  ALL.map(({ topic, subscriptions }) => ({
    topic: duplicateWindow ? topic : { ...topic, duplicateWindowMs: 0 },
    subscriptions: subscriptions.map((each) => ({ ...each, maxDeliveryCount: deliveriesMax })),
  }));
