/** Joining and leaving a group of the directory, as several functions need it. */
import type { z } from "zod";
import type { TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult } from "../../function.ts";
import { failedBy } from "./failure.ts";
import { findGroup, findUser } from "./find-user.ts";
import { text } from "./params.ts";
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

/** Who does not exist is in no group. A group that does not exist is a mistake in the runbook. */
export async function leave(
  { directory }: TenantSession,
  params: InGroup,
): Promise<FunctionResult> {
  const group = await findGroup(directory, params.GroupName);
  if (!group.ok) return group;
  const { UserId, UserPrincipalName = "" } = params;
  const user = UserId === undefined ? await directory.findUser(UserPrincipalName) : null;
  if (user !== null && !user.ok) return failedBy(user.error);
  const userId = UserId ?? user?.value?.id;
  if (userId === undefined) return DONE;
  const removed = await directory.removeMember(group.value.id, userId);
  return removed.ok ? DONE : failedBy(removed.error);
}
