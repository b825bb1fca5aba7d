/** The three consumers of run cards. One deployable each, because each scales within bounds of
 *  its own on the depth of its own subscription. */
import type { Component } from "../component-shape.ts";
import { USES_NOTHING } from "./unused.ts";

type RunCardTopic = "ingest" | "minutes" | "score";

const consumer = <const Topic extends RunCardTopic>(topic: Topic, max: number, purpose: string) =>
  ({
    ...USES_NOTHING,
    kind: "container-app",
    system: "S2",
    purpose,
    apart: `The ${topic} branch scales by itself and fails by itself.`,
    image: { repository: "drover-run-cards", dockerfile: "docker/run-cards/Dockerfile" },
    workers: { kind: "none" },
    triggers: [{ kind: "subscription", topic, subscription: "consumer" }],
    scale: {
      min: 1,
      max,
      pollingSec: 30,
      cooldownSec: 300,
      rule: { topic, subscription: "consumer", messageCount: 5 },
    },
    /** A retry is a new message with a later due time, so a consumer also publishes. */
    publishes: [topic],
    receives: [
      { topic, subscription: "consumer", part: "messages" },
      { topic, subscription: "consumer", part: "dead-letters" },
    ],
    database: "read-write",
  }) as const satisfies Component;

export const RUN_CARD_COMPONENTS = {
  "run-cards-ingest": consumer("ingest", 10, "Reads what an engagement brings along."),
  "run-cards-minutes": consumer("minutes", 5, "Writes the minutes of an engagement."),
  "run-cards-score": consumer("score", 15, "Computes the score of an engagement."),
} as const satisfies Readonly<Record<string, Component>>;
