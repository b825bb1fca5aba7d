/** Whom a cmdlet's Identity means: an object id, a user principal name, an address, an Exchange
 *  GUID, an alias or a display name, in that order. Who is no recipient is not found. */

import { bareAddress } from "../bare-address.ts";
import { addressesOf, asOfNow, findUser } from "../graph/find-object.ts";
import type { Group, User } from "../objects.ts";
import { see, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { isRecipient } from "./mail-side.ts";

export type FoundRecipient =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "group"; readonly group: Group };

const isKnown = (scene: Scene, user: User): boolean => isRecipient(scene, "exchange", user);

export function findRecipient(scene: Scene, identity: string): FoundRecipient | null {
  const user = findUser(scene, "exchange", identity);
  if (user !== null && isKnown(scene, user)) return { kind: "user", user };
  const byId = see(scene, "exchange", "groups", identity.toLowerCase());
  if (byId?.mailEnabled === true) return { kind: "group", group: byId };
  return byAddress(scene, identity) ?? byName(scene, identity);
}

function byAddress(scene: Scene, identity: string): FoundRecipient | null {
  const bare = bareAddress(identity);
  for (const id of scene.world.indexes.ownersByAddress.get(bare) ?? []) {
    const user = see(scene, "exchange", "users", id);
    if (user !== null && isKnown(scene, user) && addressesOf(user).includes(bare)) {
      return { kind: "user", user: asOfNow(user, scene.now) };
    }
    const group = see(scene, "exchange", "groups", id);
    if (group !== null && addressesOf(group).includes(bare)) return { kind: "group", group };
  }
  return null;
}

/** Looks at everybody: only for names that are not addresses. */
function byName(scene: Scene, identity: string): FoundRecipient | null {
  if (identity.includes("@")) return null;
  const name = identity.toLowerCase();
  const isCalled = (value: unknown): boolean => String(value ?? "").toLowerCase() === name;
  for (const { value: group } of seeAll(scene, "exchange", "groups")) {
    const called = isCalled(group.displayName) || isCalled(group["mailNickname"]);
    if (group.mailEnabled && called) return { kind: "group", group };
  }
  for (const { key, value } of seeAll(scene, "exchange", "mail")) {
    const user = isCalled(value.exchangeGuid) ? see(scene, "exchange", "users", key) : null;
    if (user !== null) return { kind: "user", user };
  }
  for (const { value: user } of seeAll(scene, "exchange", "users")) {
    const called = isCalled(user["mailNickname"]) || isCalled(user.displayName);
    if (called && isKnown(scene, user)) return { kind: "user", user };
  }
  return null;
}
