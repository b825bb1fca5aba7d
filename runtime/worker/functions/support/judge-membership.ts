/** What the two membership checks have in common: their parameters, and the verdict. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import type { FunctionResult } from "../../function.ts";
import { type Difference, mismatch } from "./compare.ts";
import { GroupName } from "./membership.ts";
import { maybeAboutUser } from "./user-params.ts";

const SUBJECT = "name one user, by UserId or UserPrincipalName, or say ExpectEmpty: true";

export const membershipParams = z
  .strictObject({
    ...maybeAboutUser,
    GroupName,
    ExpectMember: z
      .boolean("must be true or false")
      .default(true)
      .describe("false: the user is expected not to be in it."),
    ExpectEmpty: z
      .boolean("must be true or false")
      .default(false)
      .describe("true: nobody is expected to be in it, and no user is named."),
    Reference: z
      .string("must be text")
      .max(LIMITS.descriptionChars)
      .nullish()
      .describe("Comes back with the result, as evidence of what it was for."),
  })
  .refine(({ UserId, UserPrincipalName, ExpectEmpty }) => {
    const keys = [UserId, UserPrincipalName].filter((key) => key !== undefined).length;
    return keys === (ExpectEmpty ? 0 : 1);
  }, SUBJECT);

export type MembershipParams = z.output<typeof membershipParams>;

type Seen = {
  readonly params: MembershipParams;
  readonly groupId: string;
};

export function judgeMember(
  { params, groupId }: Seen,
  userId: string | null,
  isMember: boolean,
): FunctionResult {
  const { ExpectMember } = params;
  const evidence = { GroupId: groupId, UserId: userId, ...reference(params) };
  const difference = { Property: "member", Expected: ExpectMember, Actual: isMember };
  return verdict(isMember === ExpectMember ? [] : [difference], evidence);
}

export function judgeEmpty(
  { params, groupId }: Seen,
  members: { readonly ids: readonly string[]; readonly more: boolean },
): FunctionResult {
  const evidence = { GroupId: groupId, ...reference(params) };
  const { ids, more } = members;
  const actual = more ? `${ids.length} or more` : ids.length;
  const difference = { Property: "members", Expected: 0, Actual: actual };
  return verdict(ids.length === 0 ? [] : [difference], evidence);
}

const reference = ({ Reference }: MembershipParams): JsonObject => (Reference ? { Reference } : {});

const verdict = (differences: readonly Difference[], evidence: JsonObject): FunctionResult =>
  differences.length > 0
    ? ok({ kind: "incomplete", progress: mismatch(differences, evidence) })
    : ok({ kind: "done", value: { Match: true, ...evidence, Differences: [] } });
