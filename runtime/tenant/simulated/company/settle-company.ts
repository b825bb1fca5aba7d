/** Puts a company into an empty tenant, as something that was always there. */

import { place } from "../changes.ts";
import type { Change } from "../objects.ts";
import type { CompanySize } from "../settings.ts";
import type { World } from "../world.ts";
import { COMPANY_AT } from "./company-at.ts";
import { groupsOfCompany } from "./company-groups.ts";
import { generateCompany } from "./generate-company.ts";

export function settleCompany(world: World, size: CompanySize): void {
  const { seed } = world.settings;
  const company = generateCompany({ seed, ...size });
  const put = (change: Change): void => place(world, { ...change, at: COMPANY_AT });
  for (const { user, managerId, exchangeGuid, archiveGuid } of company.people) {
    put({ table: "users", key: user.id, value: user });
    const mail = { mailbox: true, exchangeGuid, archiveGuid, externalAddress: null, more: {} };
    put({ table: "mail", key: user.id, value: mail });
    if (managerId !== null) put({ table: "managers", key: user.id, value: { id: managerId } });
  }
  for (const guest of company.guests) put({ table: "users", key: guest.id, value: guest });
  for (const { group, members, kind } of groupsOfCompany(seed, size.domain, company)) {
    put({ table: "groups", key: group.id, value: group });
    for (const member of members) {
      put({ table: "members", key: `${group.id}/${member}`, value: { kind } });
    }
  }
}
