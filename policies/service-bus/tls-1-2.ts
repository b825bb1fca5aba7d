/** Messages name people; older protocol versions would let them be read on the way. */
import type { NamespaceArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

/** Listed, not compared: "1.10" would sort before "1.2". */
const ACCEPTED: readonly string[] = ["1.2", "1.3"];

export const tls12 = {
  name: "service-bus-tls-1-2",
  displayName: "Service Bus TLS 1.2",
  description: "Service Bus refuses connections below TLS 1.2.",
  severity: "high",
  tags: ["Azure.ServiceBus.MinTLS", "CKV_AZURE_205"],
  validateResource: onType<NamespaceArgs>(
    "servicebus:Namespace",
    ({ minimumTlsVersion }, report) => {
      if (ACCEPTED.includes(minimumTlsVersion ?? "")) return;
      report('Set minimumTlsVersion to "1.2": without it older clients may speak TLS 1.0.');
    },
  ),
} satisfies ResourceValidationPolicy;
