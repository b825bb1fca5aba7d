/** I6: no effect without a committed job; one effect per job of a function that may not repeat,
 *  and of the others, whose repeat is harmless, no more than deliveries. */
import type { Checker } from "../watch/checker.ts";
import { manifests } from "../world/functions.ts";

const keepsLedger = (functionName: string): boolean => {
  const manifest = manifests.get(functionName);
  return manifest?.effect === "write" && manifest.idempotency === "none";
};

export const effectsOnce: Checker = {
  id: "I6",
  open: (scene, violate) => {
    const committed = new Set<string>();
    const deliveries = new Map<string, number>();
    const effects = new Map<string, number>();
    return {
      onUnit: ({ publish }) => {
        for (const { topic, envelope } of publish) {
          if (topic === "worker-jobs") committed.add(envelope.messageId);
        }
      },
      onDeliver: (_host, { topic }, messages) => {
        if (topic !== "worker-jobs") return;
        for (const { messageId } of messages) {
          deliveries.set(messageId, (deliveries.get(messageId) ?? 0) + 1);
        }
      },
      onEffect: ({ jobId, functionName }) => {
        const count = (effects.get(jobId) ?? 0) + 1;
        effects.set(jobId, count);
        if (!committed.has(jobId)) violate(`an effect of ${jobId}, which nobody committed`);
        if (count > 1 && keepsLedger(functionName)) violate(`${count} effects of ${jobId}`);
        if (count > 1) scene.reached("effect-repeated-harmlessly");
        if (count > (deliveries.get(jobId) ?? 0)) {
          violate(`${count} effects of ${jobId}, delivered ${deliveries.get(jobId) ?? 0} times`);
        }
      },
    };
  },
};
