/** What every component of the program needs to know about the estate it is part of: the stack's
 *  config and the names that follow from it. Names are plain strings, never outputs of other
 *  resources, so that a plan shows them and policies can read them before anything exists. */
import { resourceName } from "../runtime/contract/naming.ts";
import type { ResourceKind } from "../runtime/contract/naming-rules.ts";
import type { StackConfig } from "./stack-settings.ts";

export type Estate = {
  readonly config: StackConfig;
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly namespaceName: string;
  readonly identityName: (identity: string) => string;
};

export function planEstate(project: string, config: StackConfig, subscriptionId: string): Estate {
  const base = { project, environment: config.stack, suffixSeed: subscriptionId };
  const name = (kind: ResourceKind, own?: string): string =>
    resourceName({ ...base, kind, ...(own === undefined ? {} : { name: own }) });
  return {
    config,
    subscriptionId,
    resourceGroupName: name("resourceGroup"),
    namespaceName: name("serviceBusNamespace"),
    identityName: (identity) => name("userAssignedIdentity", identity),
  };
}
