/** A forged or drained message is found by asking who touched the entity. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { eachIsAudited } from "../monitoring/diagnostic-links.ts";

export const busAuditLogs = {
  name: "service-bus-audit-logs",
  displayName: "Service Bus audit logs",
  description: "Who manages the namespace, and who sends and receives, is logged.",
  severity: "medium",
  tags: ["Azure.ServiceBus.AuditLogs"],
  validateStack: eachIsAudited(
    "servicebus:Namespace",
    ["RuntimeAuditLogs", "OperationalLogs"],
    "it must be known who touched an entity.",
  ),
} satisfies StackValidationPolicy;
