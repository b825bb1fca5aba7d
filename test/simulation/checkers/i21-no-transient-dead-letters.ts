/** I21: no message is given up because the database or the bus was away for a while. What the
 *  orchestrator gives up is what nobody could ever have handled. */
import type { Checker } from "../watch/checker.ts";

const TRANSIENT = /^(?:unavailable|busy|full|unknown|lease-lost|store-refused)$/;
const MEANT_FOR_ORCHESTRATORS = new Set(["orchestrator-events", "worker-results"]);

export const noTransientDeadLetters: Checker = {
  id: "I21",
  open: (scene, violate) => {
    const sound = new Set<string>();
    return {
      onPublish: (host, topic, messages) => {
        if (!MEANT_FOR_ORCHESTRATORS.has(topic) || host.startsWith("rogue")) return;
        for (const { messageId } of messages) sound.add(`${topic} ${messageId}`);
      },
      onDeliver: (_host, source, messages) => {
        if (source.queue !== "dead-letter") return;
        for (const { messageId, properties } of messages) {
          const reason = String(properties["DeadLetterReason"] ?? "");
          scene.reached("dead-letter-read");
          const isSound = sound.has(`${source.topic} ${messageId}`);
          if (isSound && reason.startsWith("store-"))
            violate(`${messageId} was given up: ${reason}`);
        }
      },
      onSettle: (host, settlement, isDone) => {
        const { queue } = settlement.lock.source;
        const isGivenBack = settlement.kind === "abandon" && queue !== "dead-letter";
        if (isGivenBack && host.startsWith("orchestrator")) {
          violate(`${host} gave a message back, which uses up its deliveries`);
        }
        if (settlement.kind !== "dead-letter" || !isDone) return;
        const { topic } = settlement.lock.source;
        scene.reached(host.startsWith("worker") ? "job-refused" : "message-given-up");
        if (TRANSIENT.test(settlement.reason)) {
          violate(`${host} gave up a message of ${topic}: ${settlement.reason}`);
        }
      },
    };
  },
};
