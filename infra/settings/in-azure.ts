/** Wired settings in the words of Azure's API. Pure. */
import type { Estate } from "../estate.ts";
import type { Wired } from "./wire-settings.ts";

/** Sorted by name: their order means nothing, and a diff should show nothing of it. */
export const pairs = (wired: Wired) =>
  Object.entries(wired)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ name, value }));

/** Known before the identity exists, so that a plan shows it and policies can read it. */
export const identityId = (estate: Estate, identity: string): string =>
  estate.idOf(`Microsoft.ManagedIdentity/userAssignedIdentities/${estate.identityName(identity)}`);

export const runsAs = (id: string) => ({
  type: "UserAssigned" as const,
  userAssignedIdentities: [id],
});
