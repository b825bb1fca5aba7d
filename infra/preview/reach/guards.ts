/** What the rules of a network security group let through. Pure; decided as Azure does: in the
 *  order of priorities the first rule that fits, and its own rules after all of ours.
 *  G1. A flow that a rule covers only in part counts as not covered: what is said to pass must
 *      pass for every address of the caller. */
import { z } from "zod";
import type { PlannedResource } from "../planned-resource.ts";
import { covers, isRange } from "./addresses.ts";

export type Flow = {
  /** A range of addresses. */
  readonly from: string;
  /** A range, or the tags by any of which rules may name the destination. */
  readonly to: string | readonly string[];
  readonly port: number;
};

const Texts = z.array(z.string()).default([]);
const Rule = z.object({
  name: z.string().default("a rule"),
  direction: z.string(),
  access: z.string(),
  priority: z.number(),
  protocol: z.string(),
  sourceAddressPrefix: z.string().optional(),
  sourceAddressPrefixes: Texts,
  destinationAddressPrefix: z.string().optional(),
  destinationAddressPrefixes: Texts,
  destinationPortRange: z.string().optional(),
  destinationPortRanges: Texts,
});
type Rule = z.infer<typeof Rule>;

export type Direction = "Inbound" | "Outbound";

const all = (one: string | undefined, more: readonly string[]): readonly string[] =>
  one === undefined ? more : [one, ...more];

function fitsAddress(prefix: string, address: Flow["to"]): boolean {
  if (prefix === "*") return true;
  if (typeof address !== "string") return address.includes(prefix);
  return prefix === "VirtualNetwork" ? isRange(address) : covers(prefix, address);
}

function fitsPort(range: string, port: number): boolean {
  if (range === "*") return true;
  const [first = "", last = first] = range.split("-");
  return Number(first) <= port && port <= Number(last);
}

const fits = (rule: Rule, flow: Flow): boolean =>
  ["*", "Tcp"].includes(rule.protocol) &&
  all(rule.sourceAddressPrefix, rule.sourceAddressPrefixes).some((prefix) =>
    fitsAddress(prefix, flow.from),
  ) &&
  all(rule.destinationAddressPrefix, rule.destinationAddressPrefixes).some((prefix) =>
    fitsAddress(prefix, flow.to),
  ) &&
  all(rule.destinationPortRange, rule.destinationPortRanges).some((range) =>
    fitsPort(range, flow.port),
  );

/** Null when the flow passes; else the name of what stops it. A guard whose rules are not known
 *  yet stops everything: nothing can be promised about it. */
export function stoppedBy(
  guard: PlannedResource | null,
  direction: Direction,
  flow: Flow,
): string | null {
  if (guard === null) return null;
  const rules = z.array(Rule).safeParse(guard.inputs["securityRules"] ?? []);
  if (!rules.success) return `${guard.name}, whose rules cannot be read`;
  const decisive = rules.data
    .filter((rule) => rule.direction === direction)
    .toSorted((a, b) => a.priority - b.priority)
    .find((rule) => fits(rule, flow));
  return decisive === undefined || decisive.access === "Allow"
    ? null
    : `${decisive.name} of ${guard.name}`;
}
