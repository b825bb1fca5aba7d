/** The blueprint's rights as role assignments, for every component that has code. An identity
 *  nothing runs as holds no right: rights come with the code that uses them. */
import {
  PrincipalType,
  RoleAssignment,
  RoleDefinition,
} from "@pulumi/azure-native/authorization/index.js";
import type { UserAssignedIdentity } from "@pulumi/azure-native/managedidentity/index.js";
import * as pulumi from "@pulumi/pulumi";
import type { RoleName } from "../../runtime/contract/blueprint/roles.ts";
import type { Estate } from "../estate.ts";
import { type Grant, grantOptionsOf, grantsFor } from "./grants.ts";
import { azureId, type PlaceKey, placeKey } from "./places.ts";
import { conditionOf, customRoles, roleDefinitionId } from "./role-settings.ts";

export type RoleAssignmentsArgs = {
  readonly estate: Estate;
  readonly identities: ReadonlyMap<string, UserAssignedIdentity>;
  /** What rights are granted on, from every component that has such things. */
  readonly places: readonly ReadonlyMap<PlaceKey, pulumi.Resource>[];
  /** The group in which roles of our own can be assigned. */
  readonly after: pulumi.Resource;
};

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** A right without its holder or target would be lost in silence; that is a bug of ours. */
function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the program has no ${what}`);
  return value;
}

export class RoleAssignments extends pulumi.ComponentResource {
  /** Every assignment of an identity, by its name: what runs as it starts after them. */
  readonly byHolder: ReadonlyMap<string, readonly pulumi.Resource[]>;
  readonly #name: string;
  readonly #args: RoleAssignmentsArgs;
  readonly #targets: ReadonlyMap<PlaceKey, pulumi.Resource>;
  readonly #roles: ReadonlyMap<RoleName, pulumi.Resource>;

  constructor(name: string, args: RoleAssignmentsArgs, opts?: pulumi.ComponentResourceOptions) {
    super("drover:identity:RoleAssignments", name, {}, opts);
    this.#name = name;
    this.#args = args;
    const { config, ships } = args.estate;
    const identities = [...args.identities].map(
      ([identity, resource]) => [placeKey({ kind: "identity", identity }), resource] as const,
    );
    this.#targets = new Map([...identities, ...args.places.flatMap((places) => [...places])]);
    const grants = grantsFor(config.workers, grantOptionsOf(config)).filter(({ identity }) =>
      ships.has(identity.component),
    );
    this.#roles = this.#makeRoles(grants);
    const made = grants.map((grant) => [grant.identity.name, this.#assign(grant)] as const);
    this.byHolder = new Map(
      [...args.identities.keys()].map((holder) => [
        holder,
        made.filter(([name]) => name === holder).map(([, assignment]) => assignment),
      ]),
    );
    this.registerOutputs();
  }

  /** Roles of our own, where a right uses them. */
  #makeRoles(grants: readonly Grant[]): ReadonlyMap<RoleName, pulumi.Resource> {
    const used = new Set(grants.map(({ role }) => role));
    return new Map(
      customRoles(this.#args.estate)
        .filter(({ role }) => used.has(role))
        .map(({ role, permissions, ...settings }) => [
          role,
          new RoleDefinition(
            `${this.#name}-role-${slug(role)}`,
            {
              ...settings,
              roleType: "CustomRole",
              assignableScopes: [settings.scope],
              permissions: permissions.map(({ actions, notActions }) => ({
                actions: [...actions],
                notActions: [...notActions],
              })),
            },
            { parent: this, dependsOn: [this.#args.after] },
          ),
        ]),
    );
  }

  #assign(grant: Grant): RoleAssignment {
    const { estate, identities } = this.#args;
    const { identity, role, place } = grant;
    const holder = known(identities.get(identity.name), `identity ${identity.name}`);
    const key = placeKey(place);
    // Whatever HayMaker exercises is not of our making.
    const target =
      place.kind === "target-subscription"
        ? []
        : [known(this.#targets.get(key), `resource for ${key}`)];
    const own = this.#roles.get(role);
    return new RoleAssignment(
      `${this.#name}-${identity.name}-${slug(role)}-${slug(key)}`,
      {
        principalId: holder.principalId,
        // Spares Azure a look-up that fails while a new identity is still being replicated.
        principalType: PrincipalType.ServicePrincipal,
        roleDefinitionId: roleDefinitionId(estate, role, place),
        scope: azureId(estate, place),
        description: grant.reason,
        ...conditionOf(grant),
      },
      // Azure refuses a second assignment of one role on one scope to one holder.
      {
        parent: this,
        dependsOn: [...target, ...(own === undefined ? [] : [own])],
        deleteBeforeReplace: true,
      },
    );
  }
}
