/** Test-EntraGroupMembership: whether somebody is in a group, directly or through other groups;
 *  or whether a group is empty. What is not as expected is answered as "not done yet". */
import type { Directory, DirectoryGroup } from "../../../tenant/directory.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { failedBy } from "../support/failure.ts";
import { findGroup } from "../support/find-user.ts";
import {
  judgeEmpty,
  judgeMember,
  type MembershipParams,
  membershipParams,
} from "../support/judge-membership.ts";
import { LOOKS, tenantFunction } from "../support/tenant-function.ts";
import { keyOf } from "../support/user-params.ts";

export const testEntraGroupMembership = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...LOOKS,
    name: "Test-EntraGroupMembership",
    description:
      "Tells whether a user is in a group, also through other groups, or whether the group is " +
      "empty. While it is not as expected the answer is not done yet. Give the step " +
      "a poll: without one, what is not as expected does not fail it.",
    capability: "entra",
    calls: ["directory.findGroup", "directory.findUser", "directory.memberOf", "directory.members"],
    params: membershipParams,
    result: "Object",
    polled: true,
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", GroupName: "fabrikam-coexistence" },
        result: {
          Match: true,
          GroupId: "0d5a3f9e-0f3e-4a9f-9b57-6c7f2d3f5b11",
          UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69",
          Differences: [],
        },
      },
    ],
    run: async ({ directory }, params) => {
      const group = await findGroup(directory, params.GroupName);
      if (!group.ok) return group;
      return params.ExpectEmpty
        ? emptiness(directory, group.value, params)
        : membership(directory, group.value, params);
    },
  });

/** Enough to say that there are some. */
const SOME = 20;

async function emptiness(
  directory: Directory,
  { id }: DirectoryGroup,
  params: MembershipParams,
): Promise<FunctionResult> {
  const members = await directory.members(id, SOME);
  return members.ok ? judgeEmpty({ params, groupId: id }, members.value) : failedBy(members.error);
}

async function membership(
  directory: Directory,
  { id }: DirectoryGroup,
  params: MembershipParams,
): Promise<FunctionResult> {
  const user = await directory.findUser(keyOf(params));
  if (!user.ok) return failedBy(user.error);
  if (user.value === null) return judgeMember({ params, groupId: id }, null, false);
  const groups = await directory.memberOf(user.value.id, [id]);
  if (!groups.ok) return failedBy(groups.error);
  return judgeMember({ params, groupId: id }, user.value.id, groups.value.has(id));
}
