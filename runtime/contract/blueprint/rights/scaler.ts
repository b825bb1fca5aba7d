/** Rights of the scaler and of the containers it starts. Both see the whole topic, because
 *  subscriptions are added there by teams, and none of them sees another topic. */
import type { Right } from "../right-shape.ts";
import { hostRights, pull } from "./phrases.ts";

export const SCALER_RIGHTS: readonly Right[] = [
  ...hostRights("scaler"),
  {
    component: "scaler",
    role: "Reader",
    scope: { kind: "topic", topic: "scale-requests" },
    reason: "Lists the subscriptions of the topic (X-43).",
    when: "always",
  },
  {
    component: "scaler",
    role: "Azure Service Bus Data Receiver",
    scope: { kind: "topic", topic: "scale-requests" },
    reason: "Peeks; Azure has no narrower role for looking without taking (X-43).",
    when: "always",
  },
  {
    component: "scaler",
    role: "Azure Container Instances Contributor Role",
    scope: { kind: "resource-group", group: "scaled" },
    reason: "Starts, reads and deletes container groups.",
    when: "always",
  },
  {
    component: "scaler",
    role: "Managed Identity Operator",
    scope: { kind: "identity", of: "scaled-container" },
    reason: "Attaches the containers' identity to a group, and no other identity (X-42).",
    when: "always",
  },
  {
    component: "scaler",
    role: "Drover Subnet Joiner",
    scope: { kind: "subnet", subnet: "containers" },
    reason: "Places container groups in the one subnet that is delegated to them.",
    when: "private-network",
  },
  pull("scaled-container"),
  {
    component: "scaled-container",
    role: "Azure Service Bus Data Receiver",
    scope: { kind: "topic", topic: "scale-requests" },
    reason: "Reads and settles the request it was started for.",
    when: "always",
  },
];
