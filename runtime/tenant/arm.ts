/** Azure's resource manager, by what runs of scenarios do with it. What it begins it may end
 *  later: `accepted` says that the work goes on, and looking at the resource tells its end. */
import type { JsonObject } from "../contract/json-object.ts";
import type { Answer } from "./directory.ts";

/** A type's schema has a version of its own, so whoever names a resource names it too. */
export type ResourceAddress = {
  /** `/subscriptions/…` */
  readonly id: string;
  readonly apiVersion: string;
};

export type FoundResource = {
  readonly id: string;
  readonly type: string;
  readonly tags: Readonly<Record<string, string>>;
};

export type Listed<Item> = { readonly items: readonly Item[]; readonly more: boolean };

export type Arm = {
  readonly get: (resource: ResourceAddress) => Answer<JsonObject | null>;
  /** Makes it, or makes it so. */
  readonly put: (resource: ResourceAddress, body: JsonObject) => Answer<"done" | "accepted">;
  /** A `conflict` means a lock, or something that hangs on it. */
  readonly delete: (resource: ResourceAddress) => Answer<"done" | "accepted" | "absent">;
  readonly listByTag: (
    subscriptionId: string,
    tag: { readonly name: string; readonly value: string },
    max: number,
  ) => Answer<Listed<FoundResource>>;
  /** Resource Graph: rows of a query, minutes behind what was changed. */
  readonly query: (
    subscriptionIds: readonly string[],
    kql: string,
    max: number,
  ) => Answer<Listed<JsonObject>>;
};

/** A text inside a query: nothing in it can end it. */
export const kqlText = (text: string): string =>
  `'${text
    .replaceAll("\\", "\\\\")
    .replaceAll("'", "\\'")
    .replaceAll(/[\r\n\t]/g, " ")}'`;
