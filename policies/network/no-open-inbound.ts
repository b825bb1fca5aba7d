/** Nothing in the estate is called from the Internet. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isAllowed, rulesOf, sourcesOf } from "./security-rules.ts";

const ANYBODY = /^(?:\*|any|internet|0\.0\.0\.0\/0|::\/0)$/i;

export const noOpenInbound = {
  name: "network-no-open-inbound",
  displayName: "Nothing is open to anybody",
  description: "No security rule lets anybody in.",
  severity: "critical",
  tags: [
    "Azure.NSG.AnyInboundSource",
    "CKV_AZURE_9",
    "CKV_AZURE_10",
    "CKV_AZURE_77",
    "CKV_AZURE_160",
  ],
  validateResource: (args, report) => {
    for (const rule of rulesOf(args)) {
      if (!isAllowed(rule, "Inbound")) continue;
      if (!sourcesOf(rule).some((source) => ANYBODY.test(source))) continue;
      report(`Name who may come in ${rule.name ?? "this rule"}: here it is everybody.`);
    }
  },
} satisfies ResourceValidationPolicy;
