/** Graph's group, as it is shown and as it is created. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Group } from "../objects.ts";

const SHOWN: readonly string[] = [
  "id",
  "createdDateTime",
  "description",
  "displayName",
  "groupTypes",
  "mail",
  "mailEnabled",
  "mailNickname",
  "membershipRule",
  "onPremisesSyncEnabled",
  "proxyAddresses",
  "securityEnabled",
  "visibility",
];

export const isGroupProperty = (name: string): boolean => SHOWN.includes(name);

export const showGroup = (group: Group, select: readonly string[] | null): JsonObject =>
  Object.fromEntries((select ?? SHOWN).map((name) => [name, group[name] ?? null]));
