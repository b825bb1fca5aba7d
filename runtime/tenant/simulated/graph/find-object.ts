/** Who is meant by an id or a name, as a reader sees it, and whether a name or an address is
 *  free, as the service itself knows it: names are reserved at once, but shown later. */

import { bareAddress } from "../bare-address.ts";
import type { Group, User } from "../objects.ts";
import { see } from "../views.ts";
import type { Scene, View } from "../world.ts";

export function findUser(scene: Scene, view: View, key: string): User | null {
  const byId = see(scene, view, "users", key.toLowerCase());
  if (byId !== null) return asOfNow(byId, scene.now);
  const name = key.toLowerCase();
  for (const id of scene.world.indexes.usersByName.get(name) ?? []) {
    const user = see(scene, view, "users", id);
    if (user?.userPrincipalName.toLowerCase() === name) return asOfNow(user, scene.now);
  }
  return null;
}

/** Invited people accept by themselves when their time has come. */
export function asOfNow(user: User, now: number): User {
  if (user.acceptsAt === undefined || user.acceptsAt > now) return user;
  const accepted = new Date(user.acceptsAt).toISOString();
  return {
    ...user,
    externalUserState: "Accepted",
    externalUserStateChangeDateTime: accepted,
  };
}

export const findGroup = (scene: Scene, view: View, id: string): Group | null =>
  see(scene, view, "groups", id.toLowerCase());

export function isNameTaken(scene: Scene, userPrincipalName: string, exceptId: string): boolean {
  const name = userPrincipalName.toLowerCase();
  for (const id of scene.world.indexes.usersByName.get(name) ?? []) {
    const user = see(scene, "truth", "users", id);
    if (id !== exceptId && user?.userPrincipalName.toLowerCase() === name) return true;
  }
  return false;
}

/** Every address belongs to one object at most; whose it is, or null. */
export function ownerOfAddress(scene: Scene, address: string, exceptId: string): string | null {
  const bare = bareAddress(address);
  for (const id of scene.world.indexes.ownersByAddress.get(bare) ?? []) {
    if (id === exceptId) continue;
    const owner = see(scene, "truth", "users", id) ?? see(scene, "truth", "groups", id);
    if (owner !== null && addressesOf(owner).includes(bare)) return id;
  }
  return null;
}

export const addressesOf = (owner: Pick<User, "mail" | "proxyAddresses">): readonly string[] => [
  ...owner.proxyAddresses.map(bareAddress),
  ...(owner.mail === null ? [] : [bareAddress(owner.mail)]),
];

/** The list with this address as the primary one; the one before stays as a further one. */
export function withPrimary(addresses: readonly string[], primary: string): readonly string[] {
  const others = addresses
    .filter((address) => bareAddress(address) !== bareAddress(primary))
    .map((address) => address.replace(/^SMTP:/, "smtp:"));
  return [`SMTP:${primary}`, ...others];
}
