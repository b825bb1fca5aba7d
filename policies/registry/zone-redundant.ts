/** A worker that scales out while a zone is lost must still find its image. */
import type { RegistryArgs } from "@pulumi/azure-native/containerregistry/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const registryZones = {
  name: "registry-survives-a-zone",
  displayName: "Registry survives a zone",
  description: "The registry is kept in more than one zone.",
  severity: "low",
  tags: ["CKV_AZURE_233"],
  validateResource: onType<RegistryArgs>(
    "containerregistry:Registry",
    ({ zoneRedundancy }, report) => {
      if (isWord(zoneRedundancy, "Enabled")) return;
      report('Set zoneRedundancy to "Enabled": nothing starts while its image is out of reach.');
    },
  ),
} satisfies ResourceValidationPolicy;
