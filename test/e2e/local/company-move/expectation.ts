/** What the runbook should have made of one row of the table, said without asking the code that
 *  does it, and what the tenant has for it. */
import type { Member } from "./members.ts";
import type { TenantState } from "./tenant.ts";

type Person = {
  readonly displayName: unknown;
  readonly department: unknown;
  readonly usageLocation: unknown;
  readonly accountEnabled: unknown;
  readonly groups: readonly string[];
  readonly exchangeGuid: unknown;
  readonly externalAddress: unknown;
  readonly movedBy: unknown;
};

/** `broke`: the tenant let this mailbox's move fail, so the account stays switched off. */
export const expected = (member: Member, broke: boolean): Person => ({
  displayName: member.DisplayName,
  department: member.Department,
  usageLocation: member.UsageLocation,
  accountEnabled: !broke,
  groups: [member.Department, member.LicenceGroup].sort(),
  exchangeGuid: member.ExchangeGuid,
  externalAddress: `SMTP:${member.PrimarySmtp}`,
  movedBy: "outlook.contoso.example",
});

export type Looking = {
  readonly find: (upn: string) => string | null;
  readonly person: (id: string) => Person;
  readonly broke: (id: string) => boolean;
};

export function lookingInto({ users, groups, members, mail, moves }: TenantState): Looking {
  const idOf = new Map([...users].map(([id, { userPrincipalName }]) => [userPrincipalName, id]));
  const groupsOf = new Map<string, string[]>();
  for (const key of members.keys()) {
    const [group = "", member = ""] = key.split("/");
    const name = groups.get(group)?.displayName ?? group;
    groupsOf.set(member, [...(groupsOf.get(member) ?? []), name]);
  }
  return {
    find: (upn) => idOf.get(upn) ?? null,
    person: (id) => ({
      displayName: users.get(id)?.displayName,
      department: users.get(id)?.["department"],
      usageLocation: users.get(id)?.["usageLocation"],
      accountEnabled: users.get(id)?.["accountEnabled"],
      groups: (groupsOf.get(id) ?? []).sort(),
      exchangeGuid: mail.get(id)?.exchangeGuid,
      externalAddress: mail.get(id)?.externalAddress,
      movedBy: moves.get(id)?.remoteHost,
    }),
    broke: (id) => (moves.get(id)?.failsAtPercent ?? null) !== null,
  };
}
