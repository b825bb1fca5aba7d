/** Whoever takes over one machine tries the next one by SSH or RDP. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import {
  isAllowed,
  isDenied,
  isWithin,
  portsOf,
  rulesOf,
  type SecurityRule,
} from "./security-rules.ts";

const SHELLS: readonly number[] = [22, 3389];

/** "22", "20-25" and "*" reach a shell. */
const reachesShell = (ports: string): boolean => {
  if (ports === "*") return true;
  const [low = Number.NaN, high = low] = ports.split("-").map(Number);
  return SHELLS.some((port) => port >= low && port <= high);
};

const deniesShells = (rule: SecurityRule): boolean =>
  isDenied(rule, "Outbound") && portsOf(rule).some(reachesShell);

/** Also going out: what is allowed comes before the denial at the end. */
const letsShells = (rule: SecurityRule): boolean =>
  (isAllowed(rule, "Inbound") || isAllowed(rule, "Outbound")) &&
  !isWithin(rule) &&
  portsOf(rule).some(reachesShell);

export const noLateralMovement = {
  name: "network-no-lateral-movement",
  displayName: "Nobody moves sideways",
  description: "Every security group denies remote shells going out, and none lets any through.",
  severity: "high",
  tags: ["Azure.NSG.LateralTraversal"],
  validateResource: (args, report) => {
    const rules = rulesOf(args);
    if (rules.some(letsShells))
      report("Drop ports 22 and 3389: nobody signs in to a machine here.");
    if (args.type.endsWith(":NetworkSecurityGroup") && !rules.some(deniesShells))
      report("End with a rule that denies what is not named, going out: so nobody moves sideways.");
  },
} satisfies ResourceValidationPolicy;
