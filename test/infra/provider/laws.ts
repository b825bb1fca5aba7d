/** What Azure refuses, as far as the order of things is concerned: a thing within or upon one that
 *  does not exist, a reference to one that does not exist, a name that is taken, and the removal of
 *  one that is in use. An estate whose plan lacks a dependency fails here as it would there. */
import type { JsonObject } from "../../../infra/preview/planned-resource.ts";
import type { Cloud, Thing } from "./cloud.ts";
import { OWN_SUBSCRIPTION } from "./own-subscription.ts";
import { plain, textsIn } from "./wire.ts";

const GROUP = /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+/i;
const SUBSCRIPTION = /^\/subscriptions\/[^/]+$/i;
const ROLE_DEFINITION = /\/roleDefinitions\/[^/]+$/i;

const OURS = `/subscriptions/${OWN_SUBSCRIPTION}/`.toLowerCase();

/** What stands in somebody else's subscription is theirs, and taken to be there. */
const isForeign = (id: string): boolean =>
  id.startsWith("/subscriptions/") && !id.toLowerCase().startsWith(OURS);

/** Azure makes these together with the thing they are within. */
export const isImplied = (id: string): boolean =>
  /\/(?:default|\$Default|servers\/[^/]+\/databases\/master)$/i.test(id);

/** The id of what a thing is in or upon; undefined for what stands by itself. */
export function parentOf(id: string): string | undefined {
  const provider = id.lastIndexOf("/providers/");
  if (provider === -1) return undefined;
  const parts = id.slice(provider + "/providers/".length).split("/");
  // A namespace, a type and a name: what it is in is what the path before says.
  if (parts.length <= 3) return id.slice(0, provider);
  return id.slice(0, id.length - parts.slice(-2).join("/").length - 1);
}

/** Secrets are data of their vault: a right on one may be given before somebody puts it there. */
const isData = (id: string): boolean => /\/vaults\/[^/]+\/secrets\/[^/]+$/i.test(id);

const stands = (cloud: Cloud, id: string): boolean =>
  SUBSCRIPTION.test(id) || id === "" || isForeign(id) || cloud.get(id) !== undefined;

/** The nearest thing above that does not exist, or undefined when all do. */
function missingAbove(cloud: Cloud, id: string): string | undefined {
  for (let above = parentOf(id); above !== undefined; above = parentOf(above))
    if (!isImplied(above) && !isData(above) && !stands(cloud, above)) return above;
  return undefined;
}

/** Ids of Azure's that are written within the inputs, but for the thing's own and for roles. */
export const referencesIn = (inputs: JsonObject): readonly string[] =>
  [...new Set(textsIn(plain(inputs)))].filter(
    (text) => GROUP.test(text) && !ROLE_DEFINITION.test(text),
  );

/** For what Azure implies, and for data, it is enough that the thing they are in is there. */
const isThere = (cloud: Cloud, id: string): boolean => {
  if (stands(cloud, id)) return true;
  const above = parentOf(id);
  return (isImplied(id) || isData(id)) && above !== undefined && isThere(cloud, above);
};

export function refusedCreate(cloud: Cloud, id: string, inputs: JsonObject): string | undefined {
  if (cloud.get(id) !== undefined) return `Conflict: ${id} exists already`;
  const above = missingAbove(cloud, id);
  if (above !== undefined) return `ParentResourceNotFound: ${above} does not exist`;
  return refusedReference(cloud, inputs);
}

export function refusedReference(cloud: Cloud, inputs: JsonObject): string | undefined {
  const absent = referencesIn(inputs).find((reference) => !isThere(cloud, reference));
  return absent === undefined ? undefined : `InvalidResourceReference: ${absent} does not exist`;
}

/** Azure keeps these for as long as something uses them. */
const KEPT_WHILE_USED =
  /\/providers\/Microsoft\.(?:Network\/|Web\/serverfarms\/|App\/managedEnvironments\/)/i;

const uses = (thing: Thing, id: string): boolean =>
  referencesIn(thing.inputs).some((reference) => reference.toLowerCase() === id.toLowerCase());

const isWithin = (thing: Thing, id: string): boolean =>
  thing.id.toLowerCase().startsWith(`${id.toLowerCase()}/`);

export function refusedDelete(cloud: Cloud, id: string): string | undefined {
  if (!KEPT_WHILE_USED.test(id)) return undefined;
  const user = cloud.all().find((thing) => !isWithin(thing, id) && uses(thing, id));
  return user === undefined ? undefined : `InUse: ${id} is used by ${user.id}`;
}

/** What goes with a thing that is removed. Settings that Azure implies are only reset. */
export const within = (cloud: Cloud, id: string): readonly Thing[] =>
  isImplied(id) ? [] : cloud.all().filter((thing) => isWithin(thing, id));
