/** What a resource is at a given time: coming, there, going, gone. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Tables } from "../objects.ts";
import { see, seeAll } from "../views.ts";
import type { Scene, View } from "../world.ts";
import { GROUP_TYPE } from "./resource-ids.ts";

export type Resource = Tables["resources"];

export const isGone = ({ deletedAt, readyAt }: Resource, now: number): boolean =>
  deletedAt !== null && now >= readyAt;

export function findResource(scene: Scene, key: string): Resource | null {
  const resource = see(scene, "truth", "resources", key);
  return resource === null || isGone(resource, scene.now) ? null : resource;
}

export function* allResources(
  scene: Scene,
  view: View,
): Generator<{ readonly key: string; readonly seq: number; readonly resource: Resource }> {
  for (const { key, seq, value } of seeAll(scene, view, "resources")) {
    if (!isGone(value, scene.now)) yield { key, seq, resource: value };
  }
}

export function showResource(resource: Resource, now: number): JsonObject {
  const isComing = now < resource.readyAt;
  const state = resource.deletedAt !== null ? "Deleting" : isComing ? "Creating" : "Succeeded";
  const { id, name, type, location, tags, properties, more } = resource;
  return {
    id,
    name,
    type,
    location,
    ...(type === GROUP_TYPE ? {} : more),
    tags,
    properties: { ...properties, provisioningState: state },
  };
}
