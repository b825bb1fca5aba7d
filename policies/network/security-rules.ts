/** Rules of a security group in one form, whether they stand in the group or beside it. */
import type { ResourceValidationArgs } from "@pulumi/policy";
import { isWord } from "../resource-rule.ts";

export type SecurityRule = {
  readonly name?: string;
  readonly access?: string;
  readonly direction?: string;
  readonly sourceAddressPrefix?: string;
  readonly destinationAddressPrefix?: string;
  readonly sourceAddressPrefixes?: readonly string[];
  readonly destinationPortRange?: string;
  readonly destinationPortRanges?: readonly string[];
};

/** None for a resource that is neither a group nor a rule. */
export function rulesOf({ type, props }: ResourceValidationArgs): readonly SecurityRule[] {
  if (type === "azure-native:network:SecurityRule") return [props];
  if (type === "azure-native:network:NetworkSecurityGroup") return props["securityRules"] ?? [];
  return [];
}

export const isAllowed = ({ access, direction }: SecurityRule, way: string): boolean =>
  isWord(access, "Allow") && isWord(direction, way);

export const isDenied = ({ access, direction }: SecurityRule, way: string): boolean =>
  isWord(access, "Deny") && isWord(direction, way);

const listed = (
  one: string | undefined,
  many: readonly string[] | undefined,
): readonly string[] => [...(one === undefined ? [] : [one]), ...(many ?? [])];

export const sourcesOf = (rule: SecurityRule): readonly string[] =>
  listed(rule.sourceAddressPrefix, rule.sourceAddressPrefixes);

export const portsOf = (rule: SecurityRule): readonly string[] =>
  listed(rule.destinationPortRange, rule.destinationPortRanges);

/** Traffic of a subnet with itself, which the nodes of an environment need. */
export const isWithin = (rule: SecurityRule): boolean =>
  sourcesOf(rule).every((source) => source === rule.destinationAddressPrefix);
