/** Rights of the run card consumers: each on its own topic, none on another's. */
import type { Right } from "../right-shape.ts";
import { pull, receive, send, telemetry } from "./phrases.ts";

const consumer = (topic: "ingest" | "minutes" | "score"): readonly Right[] => {
  const component = `run-cards-${topic}` as const;
  return [
    pull(component),
    telemetry(component),
    receive(
      component,
      { topic, subscription: "consumer" },
      "Reads its branch and what ended as dead letters; its scale rule counts the same way.",
    ),
    send(
      component,
      topic,
      "Puts a message back with a later due time, or out of the dead letters.",
    ),
  ];
};

export const RUN_CARD_RIGHTS: readonly Right[] = [
  ...consumer("ingest"),
  ...consumer("minutes"),
  ...consumer("score"),
];
