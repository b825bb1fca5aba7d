/** The blueprint's rights as role assignments, as far as the program builds what they are on. */
import { PrincipalType, RoleAssignment } from "@pulumi/azure-native/authorization/index.js";
import type { UserAssignedIdentity } from "@pulumi/azure-native/managedidentity/index.js";
import * as pulumi from "@pulumi/pulumi";
import { BUILT_IN_ROLES } from "../../runtime/contract/blueprint/roles.ts";
import type { Estate } from "../estate.ts";
import { type Grant, grantsFor, type Place } from "./grants.ts";
import { azureId, type PlaceKey, placeKey } from "./places.ts";

export type RoleAssignmentsArgs = {
  readonly estate: Estate;
  readonly identities: ReadonlyMap<string, UserAssignedIdentity>;
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;
};

const ROLE_DEFINITIONS = "providers/Microsoft.Authorization/roleDefinitions";

const ROLE_IDS: Readonly<Record<string, string>> = BUILT_IN_ROLES;

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** A right without its role, holder or target would be lost in silence; that is a bug of ours. */
function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the program has no ${what}`);
  return value;
}

export class RoleAssignments extends pulumi.ComponentResource {
  constructor(name: string, args: RoleAssignmentsArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:identity:RoleAssignments", name, {}, opts);
    for (const grant of grantsFor(args.estate.config.workers))
      if (grant.place !== null) this.#assign(name, args, grant, grant.place);
    this.registerOutputs();
  }

  #assign(name: string, args: RoleAssignmentsArgs, grant: Grant, place: Place): void {
    const { estate, identities, places } = args;
    const holder = known(identities.get(grant.identity.name), `identity ${grant.identity.name}`);
    const key = placeKey(place);
    const target = place.kind === "identity" ? identities.get(place.identity) : places.get(key);
    const role = known(ROLE_IDS[grant.role], `id for the role ${grant.role}`);
    const roles = `/subscriptions/${estate.subscriptionId}/${ROLE_DEFINITIONS}`;
    new RoleAssignment(
      `${name}-${grant.identity.name}-${slug(grant.role)}-${slug(key)}`,
      {
        principalId: holder.principalId,
        // Spares Azure a look-up that fails while a new identity is still being replicated.
        principalType: PrincipalType.ServicePrincipal,
        roleDefinitionId: `${roles}/${role}`,
        scope: azureId(estate, place),
        description: grant.reason,
      },
      // Azure refuses a second assignment of one role on one scope to one holder.
      {
        parent: this,
        dependsOn: [known(target, `resource for ${key}`)],
        deleteBeforeReplace: true,
      },
    );
  }
}
