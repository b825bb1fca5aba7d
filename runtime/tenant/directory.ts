/** The directory of a tenant (Entra ID), by what functions do with it. Users are addressed by
 *  object id or by user principal name, groups by object id or by display name; a name that two
 *  groups share is refused, never picked from. */
import type { JsonObject } from "../contract/json-object.ts";
import type { Result } from "../contract/result.ts";
import type { TenantFailure } from "./failure.ts";

export type Answer<Value> = Promise<Result<Value, TenantFailure>>;

/** An object id, or a user principal name: the service tells them apart by the `@`. */
export type UserKey = string;

export type DirectoryUser = {
  readonly id: string;
  readonly userPrincipalName: string;
  /** What was asked for, as the service spells it; a property it does not have is absent. */
  readonly properties: JsonObject;
};

export type DirectoryGroup = { readonly id: string; readonly displayName: string };

export type NewUser = {
  readonly userPrincipalName: string;
  readonly displayName: string;
  readonly accountEnabled: boolean;
  /** Further properties of Graph's user: department, jobTitle, usageLocation … */
  readonly properties: JsonObject;
};

export type Invitation = {
  readonly emailAddress: string;
  readonly displayName: string | null;
  readonly redirectUrl: string;
  readonly sendMessage: boolean;
  /** In the service's mail, when one is sent. */
  readonly message?: string;
  /** Invite an account that exists here already, keeping its object (and its id). */
  readonly existingUserId: string | null;
};

export type Directory = {
  readonly findUser: (key: UserKey, select?: readonly string[]) => Answer<DirectoryUser | null>;
  /** A `conflict` means that the user principal name is taken: look who has it. */
  readonly createUser: (user: NewUser) => Answer<DirectoryUser>;
  /** Sets the named properties and no others. */
  readonly updateUser: (key: UserKey, properties: JsonObject) => Answer<void>;
  /** Whether the account may sign in. Apart from the others: it takes a lesser permission. */
  readonly setAccountEnabled: (key: UserKey, isEnabled: boolean) => Answer<void>;
  readonly deleteUser: (key: UserKey) => Answer<"deleted" | "absent">;
  readonly findGroup: (idOrName: string) => Answer<DirectoryGroup | null>;
  readonly addMember: (groupId: string, userId: string) => Answer<"added" | "already">;
  readonly removeMember: (groupId: string, userId: string) => Answer<"removed" | "absent">;
  /** Which of these groups the user is in, directly or through other groups. */
  readonly memberOf: (userId: string, groupIds: readonly string[]) => Answer<ReadonlySet<string>>;
  /** Direct members, at most `max`; `more` when there are others. */
  readonly members: (
    groupId: string,
    max: number,
  ) => Answer<{ readonly ids: readonly string[]; readonly more: boolean }>;
  readonly invite: (invitation: Invitation) => Answer<{ readonly userId: string }>;
  /** Beta in Graph. The object stays the same one. */
  readonly convertToInternal: (
    userId: string,
    to: { readonly userPrincipalName: string; readonly mail: string | null },
  ) => Answer<void>;
};
