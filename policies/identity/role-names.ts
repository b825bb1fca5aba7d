/** From the id of a role to the blueprint's name of it. */
import type { PolicyResource } from "@pulumi/policy";
import { BUILT_IN_ROLES, CUSTOM_ROLES } from "../../runtime/contract/blueprint/roles.ts";
import { ofTypes, whereKnown } from "../stack-rule.ts";
import { roleIdOf } from "./role-ids.ts";

type Resources = readonly PolicyResource[];

/** In a plan a role's id is among its inputs; after an update it is its name. */
export const isDefinedAs = (id: string, { props }: PolicyResource): boolean =>
  ["roleDefinitionId", "name"].some((key) => {
    const said = whereKnown(() => props[key] as unknown);
    return typeof said === "string" && roleIdOf(said) === id;
  });

const listed = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).toSorted().join() : "";

/** A role of our own is known by what it may do, not by what it is called. */
function ownRole({ props }: PolicyResource): string | undefined {
  const permissions: unknown = props["permissions"];
  const [only, ...more] = Array.isArray(permissions) ? permissions : [];
  if (more.length > 0 || listed(only?.dataActions) !== "") return undefined;
  return Object.entries(CUSTOM_ROLES).find(
    ([, { actions, notActions }]) =>
      listed(actions) === listed(only?.actions) && listed(notActions) === listed(only?.notActions),
  )?.[0];
}

/** Undefined for a role that the blueprint does not know. */
export function roleNamed(resources: Resources, id: string): string | undefined {
  const builtIn = Object.entries(BUILT_IN_ROLES).find(([, own]) => own === id)?.[0];
  if (builtIn !== undefined) return builtIn;
  const definition = ofTypes(resources, "authorization:RoleDefinition").find((one) =>
    isDefinedAs(id, one),
  );
  return definition === undefined ? undefined : ownRole(definition);
}
