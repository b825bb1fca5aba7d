/** Where a right holds: as a key, and as the id by which Azure knows the thing. Pure. */
import type { Estate } from "../estate.ts";
import type { Place } from "./grants.ts";

/** `topics/worker-jobs/subscriptions/worker-cloud`; also how people read a place in a preview. */
export type PlaceKey = string;

export function placeKey(place: Place): PlaceKey {
  switch (place.kind) {
    case "topic":
      return `topics/${place.topic}`;
    case "subscription":
      return `topics/${place.topic}/subscriptions/${place.subscription}`;
    case "identity":
      return `identities/${place.identity}`;
  }
}

export function azureId(estate: Estate, place: Place): string {
  const { subscriptionId, resourceGroupName } = estate;
  const group = `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}`;
  if (place.kind === "identity") {
    const name = estate.identityName(place.identity);
    return `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${name}`;
  }
  const namespace = `${group}/providers/Microsoft.ServiceBus/namespaces/${estate.namespaceName}`;
  return `${namespace}/${placeKey(place)}`;
}
