/** Which topic a subscription belongs to, which subscription a rule. In a plan the names are
 *  inputs; after an update the engine hands over outputs, which lack them. So the graph is asked
 *  first (parent, then dependencies) and the names only where it is silent. */
import type { PolicyResource } from "@pulumi/policy";

export const TOPIC = "azure-native:servicebus:Topic";
export const SUBSCRIPTION = "azure-native:servicebus:Subscription";
export const RULE = "azure-native:servicebus:Rule";
export const DEFAULT_RULE = "azure-native:servicebus:DefaultRule";

type Naming = readonly string[];

const NAMES: Readonly<Record<string, Naming>> = {
  [TOPIC]: ["namespaceName", "topicName"],
  [SUBSCRIPTION]: ["namespaceName", "topicName", "subscriptionName"],
};

const sameNames = (child: PolicyResource, owner: PolicyResource, names: Naming): boolean =>
  names.every((name) => child.props[name] !== undefined && child.props[name] === owner.props[name]);

export function ownerOf(
  child: PolicyResource,
  type: string,
  resources: readonly PolicyResource[],
): PolicyResource | undefined {
  const near = [...(child.parent === undefined ? [] : [child.parent]), ...child.dependencies];
  return (
    near.find((resource) => resource.type === type) ??
    resources.find((r) => r.type === type && sameNames(child, r, NAMES[type] ?? []))
  );
}
