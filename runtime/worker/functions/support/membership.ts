/** Joining and leaving a group of the directory, as several functions need it. */
import type { z } from "zod";
import type { DirectoryUser } from "../../../tenant/directory.ts";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { findGroup, findUser } from "./find-user.ts";
import { text } from "./params.ts";
import { lookTwice } from "./settling.ts";
import { DONE } from "./tenant-function.ts";
import { aboutUser } from "./user-params.ts";

export const GroupName = text.describe(
  "The group's display name, or its object id. A name that two groups share is refused.",
);

export const inGroup = aboutUser({ GroupName });

type InGroup = z.output<typeof inGroup>;

export async function join({ directory }: TenantSession, params: InGroup): Promise<FunctionResult> {
  const group = await findGroup(directory, params.GroupName);
  if (!group.ok) return group;
  const { UserId, UserPrincipalName = "" } = params;
  const user = UserId === undefined ? await findUser(directory, UserPrincipalName) : null;
  if (user !== null && !user.ok) return user;
  const added = await directory.addMember(group.value.id, user?.value.id ?? UserId ?? "");
  return added.ok ? DONE : failedBy(added.error);
}

/** Who does not exist is in no group: once the directory had time to show them. A group that does
 *  not exist is a mistake in the runbook. */
export async function leave(session: TenantSession, params: InGroup): Promise<FunctionResult> {
  const { directory } = session;
  const group = await findGroup(directory, params.GroupName);
  if (!group.ok) return group;
  const { UserId, UserPrincipalName = "" } = params;
  const look = () => directory.findUser(UserPrincipalName);
  const user = UserId === undefined ? await lookTwice(session, look, isSomebody) : null;
  if (user !== null && !user.ok) return failedBy(user.error);
  const userId = UserId ?? user?.value?.id;
  if (userId === undefined) return DONE;
  const removed = await directory.removeMember(group.value.id, userId);
  return removed.ok ? DONE : failedBy(removed.error);
}

const isSomebody = (user: DirectoryUser | null): boolean => user !== null;
