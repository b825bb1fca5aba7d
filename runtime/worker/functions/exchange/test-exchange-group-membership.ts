/** Test-ExchangeGroupMembership: whether a recipient is a direct member of a distribution group;
 *  or whether the group is empty. What is not as expected is answered as "not done yet". */
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { findRecipient } from "../support/find-user.ts";
import {
  judgeEmpty,
  judgeMember,
  type MembershipParams,
  membershipParams,
} from "../support/judge-membership.ts";
import { LOOKS, tenantFunction } from "../support/tenant-function.ts";
import { keyOf } from "../support/user-params.ts";
import { wrongRecipient } from "../support/wrong-recipient.ts";

export const testExchangeGroupMembership = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...LOOKS,
    name: "Test-ExchangeGroupMembership",
    description:
      "Tells whether a recipient is a direct member of a distribution group, or whether the " +
      "group is empty. While it is not as expected the answer is not done yet. Give the step " +
      "a poll: without one, what is not as expected does not fail it.",
    capability: "exchange",
    calls: ["exchange.findRecipient", "exchange.groupMembers"],
    params: membershipParams,
    result: "Object",
    polled: true,
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com", GroupName: "all-fabrikam" },
        result: {
          Match: true,
          GroupId: "0d5a3f9e-0f3e-4a9f-9b57-6c7f2d3f5b11",
          UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69",
          Differences: [],
        },
      },
    ],
    run: async (session, params) => {
      const group = await findRecipient(session, params.GroupName);
      if (!group.ok) return group;
      const { id: groupId, kind } = group.value;
      if (kind !== "group") return wrongRecipient(params.GroupName, kind, "group");
      return params.ExpectEmpty
        ? emptiness(session, groupId, params)
        : membership(session, groupId, params);
    },
  });

/** Enough to say that there are some. */
const SOME = 20;
/** More are not read: who is not among them may still be in the group. */
const MEMBERS_MAX = 20_000;

async function emptiness(
  { exchange }: TenantSession,
  groupId: string,
  params: MembershipParams,
): Promise<FunctionResult> {
  const members = await exchange.groupMembers(groupId, SOME);
  return members.ok ? judgeEmpty({ params, groupId }, members.value) : failedBy(members.error);
}

async function membership(
  { exchange }: TenantSession,
  groupId: string,
  params: MembershipParams,
): Promise<FunctionResult> {
  const found = await exchange.findRecipient(keyOf(params));
  if (!found.ok) return failedBy(found.error);
  if (found.value === null) return judgeMember({ params, groupId }, null, false);
  const { id } = found.value;
  const members = await exchange.groupMembers(groupId, MEMBERS_MAX);
  if (!members.ok) return failedBy(members.error);
  const { ids, more } = members.value;
  const isMember = ids.includes(id);
  if (!isMember && more) {
    const message = `The group has more than ${MEMBERS_MAX} members; not all of them were read.`;
    return failedWith("too_many_members", message);
  }
  return judgeMember({ params, groupId }, id, isMember);
}
