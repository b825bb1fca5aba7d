/** Inside an environment traffic is plain by default; a workspace's key is a secret that nobody
 *  needs. */
import type { ManagedEnvironmentArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const environmentEncrypts = {
  name: "container-apps-environment-encrypts",
  displayName: "Container environment encrypts inside",
  description:
    "Traffic between containers of an environment is encrypted, and logs leave it without a key.",
  severity: "medium",
  validateResource: onType<ManagedEnvironmentArgs>("app:ManagedEnvironment", (props, report) => {
    if (props.peerTrafficConfiguration?.encryption?.enabled !== true)
      report("Set peerTrafficConfiguration.encryption.enabled: traffic inside is plain otherwise.");
    if (!isWord(props.appLogsConfiguration?.destination, "azure-monitor"))
      report('Send logs to "azure-monitor": "log-analytics" needs the key of the workspace.');
  }),
} satisfies ResourceValidationPolicy;
