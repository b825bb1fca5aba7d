/** Rights that several components hold in the same words. */
import type { ComponentName } from "../components.ts";
import type { Right } from "../right-shape.ts";
import type { SubscriptionRef, TopicName } from "../topics.ts";

export const send = (component: ComponentName, topic: TopicName, reason: string): Right => ({
  component,
  role: "Azure Service Bus Data Sender",
  scope: { kind: "topic", topic },
  reason,
  when: "always",
});

export const receive = (
  component: ComponentName,
  from: SubscriptionRef,
  reason: string,
): Right => ({
  component,
  role: "Azure Service Bus Data Receiver",
  scope: { kind: "subscription", ...from },
  reason,
  when: "always",
});

export const pull = (component: ComponentName): Right => ({
  component,
  role: "AcrPull",
  scope: { kind: "registry" },
  reason: "Pulls its image.",
  when: "always",
});

export const telemetry = (component: ComponentName): Right => ({
  component,
  role: "Monitoring Metrics Publisher",
  scope: { kind: "telemetry" },
  reason: "Sends telemetry by identity; keys are switched off.",
  when: "always",
});

/** What the Functions host itself needs, in the account that belongs to this app alone. */
export const hostRights = (component: ComponentName): readonly Right[] => [
  telemetry(component),
  {
    component,
    role: "Storage Blob Data Owner",
    scope: { kind: "container", container: "azure-webjobs-hosts" },
    reason: "The Functions host keeps leases and timer state here.",
    when: "always",
  },
  {
    component,
    role: "Storage Blob Data Owner",
    scope: { kind: "container", container: "azure-webjobs-secrets" },
    reason: "The Functions host keeps its own keys here.",
    when: "always",
  },
  {
    component,
    role: "Storage Blob Data Contributor",
    scope: { kind: "container", container: "app-package" },
    reason: "The app loads its published code from here.",
    when: "always",
  },
];
