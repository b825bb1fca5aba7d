/** Who is in which group as a view shows it, directly or through groups in groups. */
import { TENANT_LIMITS } from "../limits.ts";
import { see } from "../views.ts";
import type { Scene, View } from "../world.ts";

export const membersSeen = (scene: Scene, view: View, groupId: string): readonly string[] =>
  [...(scene.world.indexes.membersOf.get(groupId) ?? [])].filter(
    (member) => see(scene, view, "members", `${groupId}/${member}`) !== null,
  );

export const groupsSeen = (scene: Scene, memberId: string): readonly string[] =>
  [...(scene.world.indexes.groupsOf.get(memberId) ?? [])].filter(
    (group) => see(scene, "directory", "members", `${group}/${memberId}`) !== null,
  );

/** Directly or through groups in groups; rings end where they close. */
export function allGroupsSeen(scene: Scene, memberId: string): ReadonlySet<string> {
  const found = new Set<string>();
  let layer: readonly string[] = [memberId];
  for (let depth = 0; depth < TENANT_LIMITS.nestingMax && layer.length > 0; depth++) {
    layer = layer.flatMap((id) => groupsSeen(scene, id)).filter((id) => !found.has(id));
    for (const id of layer) found.add(id);
  }
  return found;
}
