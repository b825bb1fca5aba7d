/** A registry's password is the admin user's; whoever has it can replace our code. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onTypes } from "../resource-rule.ts";

const PULLING = ["app:ContainerApp", "app:Job", "containerinstance:ContainerGroup"];
const PASSWORDS = ["passwordSecretRef", "password", "username"] as const;

type Pulling = {
  readonly configuration?: { readonly registries?: readonly object[] };
  readonly imageRegistryCredentials?: readonly object[];
};

export const registryByIdentity = {
  name: "container-apps-registry-by-identity",
  displayName: "Images are pulled by an identity",
  description:
    "Container apps, jobs and groups pull their image as an identity, without a password.",
  severity: "high",
  validateResource: onTypes<Pulling>(
    PULLING,
    ({ configuration, imageRegistryCredentials }, report) => {
      const registries = [
        ...(configuration?.registries ?? []),
        ...(imageRegistryCredentials ?? []),
      ];
      for (const registry of registries) {
        const password = PASSWORDS.some((key) => isSet(registry, key));
        if (password || !isSet(registry, "identity"))
          report("Give the registry an identity and no password: a password lets others push too.");
      }
    },
  ),
} satisfies ResourceValidationPolicy;
