/** What one component of the estate is wired to: its identity, its telemetry, its host's storage
 *  and, for a worker, its id and target. */
import type { UserAssignedIdentity } from "@pulumi/azure-native/managedidentity/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import type { Identity } from "../../runtime/contract/blueprint/identities.ts";
import type { Estate } from "../estate.ts";
import { known } from "./known.ts";
import type { EstateValues, Wire, WorkerValues } from "./wire.ts";

export type Surroundings = {
  readonly estate: Estate;
  readonly identities: ReadonlyMap<string, UserAssignedIdentity>;
  /** Connection strings; they open nothing, because keys are switched off. */
  readonly telemetry: ReadonlyMap<ComponentName, pulumi.Input<string>>;
  readonly values: EstateValues;
};

/** The built-in worker acts on the target of runs, and signs in with its identity alone. */
function workerOf({ config }: Estate, { workerId, component }: Identity): WorkerValues | null {
  if (workerId === null) return null;
  if (component === "haymaker-worker")
    return { id: workerId, targetTenantId: config.target.tenantId, targetClientId: "" };
  const target = known(config.workerTargets[workerId], `target for the worker ${workerId}`);
  return { id: workerId, targetTenantId: target.tenantId, targetClientId: target.clientId };
}

export function wireFor(
  { estate, identities, telemetry, values }: Surroundings,
  identity: Identity,
): Wire {
  const { name, component } = identity;
  const { clientId } = known(identities.get(name), `identity ${name}`);
  const connectionString = telemetry.get(component);
  return {
    estate: values,
    own: {
      clientId,
      telemetry:
        connectionString === undefined
          ? null
          : {
              connectionString,
              authentication: pulumi.interpolate`ClientId=${clientId};Authorization=AAD`,
            },
      hostAccount: estate.accountName(component),
      worker: workerOf(estate, identity),
    },
  };
}
