/** Rows name people; older protocol versions would let them be read on the way. */
import type { ServerArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

const ACCEPTED: readonly string[] = ["1.2", "1.3"];

export const sqlTls12 = {
  name: "sql-tls-1-2",
  displayName: "SQL TLS 1.2",
  description: "The SQL server refuses connections below TLS 1.2.",
  severity: "critical",
  tags: ["Azure.SQL.MinTLS", "CKV_AZURE_52"],
  validateResource: onType<ServerArgs>("sql:Server", ({ minimalTlsVersion }, report) => {
    if (ACCEPTED.includes(minimalTlsVersion ?? "")) return;
    report('Set minimalTlsVersion to "1.2": without it older clients may speak TLS 1.0.');
  }),
} satisfies ResourceValidationPolicy;
