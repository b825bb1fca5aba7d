/** Workers and agents call out; nobody calls them. A public stack switches this rule off in its
 *  policies/<stack>.json. */
import type { ManagedEnvironmentArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, isWord, onType } from "../resource-rule.ts";

export const environmentInternal = {
  name: "container-apps-environment-internal",
  displayName: "Container environment is internal",
  description: "In a private stack the environment has no public address.",
  severity: "high",
  tags: ["Azure.ContainerApp.PublicAccess"],
  validateResource: onType<ManagedEnvironmentArgs>("app:ManagedEnvironment", (props, report) => {
    if (
      props.vnetConfiguration?.internal === true &&
      isSet(props.vnetConfiguration, "infrastructureSubnetId")
    ) {
      if (!isWord(props.publicNetworkAccess, "Enabled")) return;
    }
    report(
      "Set vnetConfiguration.internal with a subnet, public access off: nobody calls workers.",
    );
  }),
} satisfies ResourceValidationPolicy;
