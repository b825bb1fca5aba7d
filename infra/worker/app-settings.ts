/** A container app that takes messages, in the words of Azure's API. Pure.
 *  K1. It is counted and scaled by its own identity; there is no key.
 *  K2. It listens to nobody: there is no ingress.
 *  K3. What it runs gets ten minutes to end after it was told to (M-120). */
import { forWorker } from "../../runtime/contract/blueprint/subscriptions.ts";
import type { ShapeOf } from "../settings/deployables.ts";

/** Enough for ten jobs that wait for answers of a tenant; the plan bills what is used. */
const RESOURCES = { cpu: 0.5, memory: "1Gi" } as const;

const GRACE_SEC = 600;

type Scale = ShapeOf<"container-app">["scale"];

export type ScaleInputs = {
  readonly scale: Scale;
  readonly workerId: string | null;
  readonly namespaceName: string;
  readonly identityId: string;
};

/** `{workerId}` in the name of a subscription is the worker's own. */
const subscriptionOf = ({ subscription }: Scale["rule"], workerId: string | null): string =>
  workerId === null ? subscription : forWorker(subscription, workerId);

export const scaleSettings = ({ scale, workerId, namespaceName, identityId }: ScaleInputs) => ({
  minReplicas: scale.min,
  maxReplicas: scale.max,
  pollingInterval: scale.pollingSec,
  cooldownPeriod: scale.cooldownSec,
  rules: [
    {
      name: "waiting-messages",
      custom: {
        type: "azure-servicebus",
        identity: identityId,
        metadata: {
          namespace: namespaceName,
          topicName: scale.rule.topic,
          subscriptionName: subscriptionOf(scale.rule, workerId),
          messageCount: String(scale.rule.messageCount),
        },
      },
    },
  ],
});

export type RegistryAccess = { readonly server: string; readonly identity: string };

export const appConfiguration = (registry: RegistryAccess) => ({
  activeRevisionsMode: "Single",
  registries: [registry],
});

export const templateSettings = { terminationGracePeriodSeconds: GRACE_SEC } as const;

export const containerSettings = { resources: RESOURCES } as const;
