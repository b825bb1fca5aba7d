/** A value in a template is shown to everybody who may read the app, and stays in old revisions. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, onTypes } from "../resource-rule.ts";
import { each } from "../stack-rule.ts";
import { eachContainer } from "./containers.ts";

/** Names that promise a secret. Where keys are off (insights-local-auth-off), the connection
 *  string of telemetry is an address and no secret. */
const SECRET =
  /^(?!APPLICATIONINSIGHTS_).*(?:PASSWORD|SECRET|(?:API|ACCESS)_?KEY|CONNECTION_?STR\w*|TOKEN)$/i;

export const containerSecrets = {
  name: "container-apps-secrets-by-reference",
  displayName: "Container secrets come from the vault",
  description: "A container's secrets are references into the vault; its environment holds none.",
  severity: "high",
  tags: ["CKV_AZURE_235"],
  validateResource: onTypes<ContainerAppArgs>(["app:ContainerApp", "app:Job"], (props, report) => {
    const referred = (props.configuration?.secrets ?? []).every(
      (secret) =>
        isSet(secret, "keyVaultUrl") && isSet(secret, "identity") && !isSet(secret, "value"),
    );
    if (!referred)
      report("Give each secret keyVaultUrl and identity, no value: values stay in old revisions.");
    eachContainer(props.template, ({ env }) =>
      each(env ?? [], (one) => {
        if (!SECRET.test(one.name ?? "") || !isSet(one, "value")) return;
        report(
          `Give ${one.name} a secretRef instead of a value: everybody who may look would read it.`,
        );
      }),
    );
  }),
} satisfies ResourceValidationPolicy;
