/** Nothing in the estate is called from the Internet, nor from other people's machines in Azure.
 *  Who may come in is listed: private ranges and two of Azure's tags. Half of the Internet, a tag
 *  that stands for all of Azure and one public address are refused alike. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord } from "../resource-rule.ts";
import { each } from "../stack-rule.ts";
import { isAllowed, rulesOf, sourcesOf } from "./security-rules.ts";

const TAGS = ["VirtualNetwork", "AzureLoadBalancer"];

const ADDRESS = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}(?:\/(\d{1,2}))?$/;

/** RFC 1918; a range that is wider than the private one it begins in is not private. */
function isPrivate(source: string): boolean {
  const [, first, second, length = "32"] = ADDRESS.exec(source) ?? [];
  const [one, two, bits] = [Number(first), Number(second), Number(length)];
  if (one === 10) return bits >= 8;
  if (one === 172) return two >= 16 && two <= 31 && bits >= 12;
  return one === 192 && two === 168 && bits >= 16;
}

const isKnown = (source: string): boolean =>
  isPrivate(source) || TAGS.some((tag) => isWord(source, tag));

export const noOpenInbound = {
  name: "network-no-open-inbound",
  displayName: "Nothing is open to strangers",
  description:
    "Security rules let in only private addresses, the network itself and Azure's load balancer.",
  severity: "critical",
  tags: [
    "Azure.NSG.AnyInboundSource",
    "CKV_AZURE_9",
    "CKV_AZURE_10",
    "CKV_AZURE_77",
    "CKV_AZURE_160",
  ],
  validateResource: (args, report) => {
    each(rulesOf(args), (rule) => {
      if (!isAllowed(rule, "Inbound")) return;
      for (const source of sourcesOf(rule).filter((one) => !isKnown(one)))
        report(
          `Name private ranges in ${rule.name ?? "this rule"}: "${source}" lets strangers in.`,
        );
    });
  },
} satisfies ResourceValidationPolicy;
