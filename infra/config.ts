/** The only reader of the stack's config. Everything else in infra receives one frozen value. */
import * as pulumi from "@pulumi/pulumi";
import { type CodeArtifacts, shippedIn } from "./bundle/artifact-shape.ts";
import { type Account, type Estate, planEstate } from "./estate.ts";
import { examplesIn, examplesText } from "./examples.ts";
import { parseStackConfig, type StackConfig, valuesOf } from "./stack-settings.ts";

/** A program with a config it cannot use has nothing to build: Pulumi shows the message. */
export function readStackConfig(): StackConfig {
  const values = valuesOf(pulumi.getProject(), pulumi.runtime.allConfig());
  const config = parseStackConfig(pulumi.getStack(), values);
  if (!config.ok) throw new pulumi.RunError(config.error);
  refuseExamples(config.value);
  return config.value;
}

/** A plan is made of examples as well, so that one can be seen before anything is decided. */
function refuseExamples(config: StackConfig): void {
  const keys = examplesIn(config);
  if (keys.length === 0) return;
  const message = examplesText(config.stack, keys);
  if (!pulumi.runtime.isDryRun()) throw new pulumi.RunError(message);
  void pulumi.log.warn(message);
}

/** Who is logged in while nobody is: the offline preview knows no tenant to compare with. */
const NO_TENANT = "00000000-0000-0000-0000-000000000000";

/** Identities of the estate get roles in the target, and Azure gives those within a tenant only. */
function refuseOtherTenant(config: StackConfig, { tenantId }: Account): void {
  if (tenantId === NO_TENANT || tenantId === config.target.tenantId) return;
  if (examplesIn(config).includes("target.tenantId")) return;
  throw new pulumi.RunError(
    `Pulumi.${config.stack}.yaml: target.tenantId is ${config.target.tenantId}, and this estate ` +
      `is built in ${tenantId}. The estate's managed identities get roles in the target, which ` +
      "works within one tenant only: give a subscription of the estate's own tenant, or build " +
      "the estate in the target's.",
  );
}

/** HayMaker removes what it finds in its target; the platform must not be there. */
export function readEstate(
  config: StackConfig,
  account: Account,
  artifacts: CodeArtifacts,
): Estate {
  refuseOtherTenant(config, account);
  if (config.target.subscriptionId === account.subscriptionId)
    throw new pulumi.RunError(
      `Pulumi.${config.stack}.yaml: target.subscriptionId is the subscription of this estate. ` +
        "HayMaker cleans up its target: give it a subscription of its own.",
    );
  const ships = shippedIn(artifacts);
  return planEstate({ project: pulumi.getProject(), config, account, ships });
}
