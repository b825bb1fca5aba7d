/** What a simulated tenant consists of: one type per table, as plain JSON. Times are
 *  milliseconds since 1970 where the tenant counts with them, and ISO texts where a service
 *  shows them. */
import type { JsonObject } from "../../contract/json-object.ts";

/** Graph's user, flat. Only what the tenant itself looks at is typed. */
export type User = JsonObject & {
  readonly id: string;
  readonly userPrincipalName: string;
  readonly displayName: string;
  readonly mail: string | null;
  readonly proxyAddresses: readonly string[];
  readonly userType: "Member" | "Guest";
  /** When an invited person will have accepted; absent for others. Never shown. */
  readonly acceptsAt?: number;
};

export type Group = JsonObject & {
  readonly id: string;
  readonly displayName: string;
  readonly mail: string | null;
  readonly mailEnabled: boolean;
  readonly securityEnabled: boolean;
  readonly groupTypes: readonly string[];
  readonly proxyAddresses: readonly string[];
};

export type Tables = {
  readonly users: User;
  readonly deletedUsers: {
    readonly id: string;
    readonly user: User;
    readonly deletedAt: string;
    readonly groups: readonly string[];
  };
  readonly groups: Group;
  /** `group/member` → what the member is. */
  readonly members: { readonly kind: "user" | "group" };
  /** `user` → manager's id. */
  readonly managers: { readonly id: string };
  /** What Exchange knows about a user beyond the directory. */
  readonly mail: {
    readonly mailbox: boolean;
    readonly exchangeGuid: string | null;
    readonly archiveGuid: string | null;
    readonly externalAddress: string | null;
    /** Further parameters that were set: CustomAttribute1, HiddenFromAddressListsEnabled … */
    readonly more: JsonObject;
  };
  readonly moves: {
    readonly identity: string;
    readonly startedAt: number;
    readonly queuedMs: number;
    readonly durationMs: number;
    /** At which percentage it breaks; null when it does not. */
    readonly failsAtPercent: number | null;
    readonly waitsWhenSynced: boolean;
    /** When it was told to go on from where it waited. */
    readonly resumedAt: number | null;
    readonly targetDeliveryDomain: string;
    readonly remoteHost: string;
  };
  readonly outbox: {
    readonly id: string;
    readonly sentAt: string;
    readonly from: string;
    readonly message: JsonObject;
  };
  readonly resources: {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly location: string;
    readonly tags: Readonly<Record<string, string>>;
    readonly properties: JsonObject;
    readonly more: JsonObject;
    readonly createdAt: number;
    /** When it is there altogether, or gone altogether. */
    readonly readyAt: number;
    readonly deletedAt: number | null;
  };
  readonly locks: {
    readonly id: string;
    readonly scope: string;
    readonly name: string;
    readonly level: "CanNotDelete" | "ReadOnly";
    readonly notes: string;
  };
  readonly secrets: {
    readonly name: string;
    readonly versions: readonly SecretVersion[];
    readonly deletedAt: number | null;
  };
};

export type SecretVersion = {
  readonly version: string;
  readonly value: string;
  readonly contentType: string | null;
  readonly enabled: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly created: number;
  /** Seconds since 1970, as it was told; absent where it was not. */
  readonly expires?: number;
  readonly notBefore?: number;
};

export type TableName = keyof Tables;

/** One object as it is from now on; null when there is none any more. */
export type Change = {
  [Name in TableName]: {
    readonly table: Name;
    readonly key: string;
    readonly value: Tables[Name] | null;
  };
}[TableName];

export const TABLE_NAMES: readonly TableName[] = [
  "users",
  "deletedUsers",
  "groups",
  "members",
  "managers",
  "mail",
  "moves",
  "outbox",
  "resources",
  "locks",
  "secrets",
];
