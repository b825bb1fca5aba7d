/** Azure refuses other delegations, names with an underscore and service endpoints there, only at
 *  deployment. */
import type { PolicyResource, StackValidationPolicy } from "@pulumi/policy";
import { nameOf } from "../resource/azure-names.ts";
import { isWord } from "../resource-rule.ts";
import { each, ofTypes, refersTo, whereKnown } from "../stack-rule.ts";

const NEEDED = "Microsoft.App/environments";

/** In a preview of the CLI what the program does not say is unknown, and Azure adds none by itself.
 *  What the program takes from another resource stays undecided until it is known. */
function hasServiceEndpoints({ props, propertyDependencies }: PolicyResource): boolean {
  const read = (): readonly unknown[] | undefined => props["serviceEndpoints"];
  const isDerived = (propertyDependencies["serviceEndpoints"] ?? []).length > 0;
  return ((isDerived ? read() : whereKnown(read)) ?? []).length > 0;
}

export const subnetDelegation = {
  name: "network-subnet-delegation",
  displayName: "Subnets are delegated rightly",
  description:
    "A subnet of a Flex app or a container environment is delegated to Microsoft.App/environments.",
  severity: "high",
  validateStack: ({ resources }, report) => {
    const users = [
      ...ofTypes(resources, "web:WebApp").map((one) => [one, "virtualNetworkSubnetId"] as const),
      ...ofTypes(resources, "app:ManagedEnvironment").map(
        (one) => [one, "vnetConfiguration"] as const,
      ),
    ];
    each(ofTypes(resources, "network:Subnet"), (subnet) => {
      if (!users.some(([user, property]) => refersTo(user, property, subnet))) return;
      const delegations: readonly { serviceName?: string }[] = subnet.props["delegations"] ?? [];
      const rightly = delegations.length === 1 && isWord(delegations[0]?.serviceName, NEEDED);
      if (!rightly)
        report(`Delegate it to ${NEEDED} alone: Azure takes no other here.`, subnet.urn);
      if ((nameOf(subnet) ?? "").includes("_"))
        report(
          "Drop the underscore from its name: Flex apps cannot use such a subnet.",
          subnet.urn,
        );
      if (hasServiceEndpoints(subnet))
        report("Drop serviceEndpoints: Flex apps cannot use such a subnet.", subnet.urn);
    });
  },
} satisfies StackValidationPolicy;
