/** What each function should do, written as what the world is before and after, without looking
 *  at how functions do it: no calls, no order, no ids. */
import {
  allAddresses,
  guids,
  inMailGroup,
  mailMatches,
  moreAddresses,
  moveStatus,
  moves,
  newMailUser,
  newPrimary,
  routed,
} from "./model-mail.ts";
import { type Asked, DONE, forPerson, type Model, type Outcome, set } from "./model-parts.ts";
import {
  attributes,
  attributesMatch,
  converted,
  inGroup,
  invited,
  joins,
  leaves,
  licensed,
  newUser,
  renamed,
} from "./model-people.ts";
import type { World } from "./world.ts";

export type { Asked, Outcome } from "./model-parts.ts";

export const MODEL: Readonly<Record<string, Model>> = {
  "New-EntraUser": newUser,
  "Remove-EntraUser": ({ person }) => (person === null ? DONE : { answer: "done", becomes: null }),
  "Enable-EntraUser": forPerson((person) => set(person, { isEnabled: true })),
  "Disable-EntraUser": forPerson((person) => set(person, { isEnabled: false })),
  "Set-EntraUserUPN": renamed,
  "Set-EntraUserAttribute": attributes,
  "Add-EntraGroupMember": joins,
  "Remove-EntraGroupMember": leaves,
  "Add-EntraLicenceGroup": licensed,
  "Remove-EntraLicenceGroup": leaves,
  "New-EntraB2BInvitation": invited,
  "Convert-EntraB2BToInternal": converted,
  "Test-EntraAttributeMatch": attributesMatch,
  "Test-EntraGroupMembership": inGroup,
  "New-ExchangeMailUser": newMailUser,
  "Add-ExchangeSecondaryEmail": moreAddresses,
  "Set-ExchangePrimaryEmail": newPrimary,
  "Set-ExchangeProxyAddresses": allAddresses,
  "Set-ExchangeExternalAddress": routed,
  "Set-ExchangeMailUserGuids": guids,
  "Test-ExchangeAttributeMatch": mailMatches,
  "Test-ExchangeGroupMembership": inMailGroup,
  "Start-ExchangeMailboxMove": moves,
  "Get-ExchangeMailboxMoveStatus": moveStatus,
  "Send-AdminAlert": ({ params: { Subject, Text, Webhook, From, To } }) => {
    const way = From ? `mail from ${From} to ${[To].flat()}` : (Webhook ?? "admin-alerts");
    return { answer: "done", says: [`${way}: ${Subject}: ${Text || Subject}`] };
  },
};

/** The world after one call. */
export function after({ world, person }: Asked, { becomes, arrives, says }: Outcome): World {
  const changed = person ?? null;
  const people = world.people.flatMap((each) => {
    const isMeant = becomes && each.tag !== null ? each.tag === becomes.tag : each === changed;
    if (becomes === undefined || !isMeant) return [each];
    return becomes === null ? [] : [becomes];
  });
  const left = new Set(people.map(({ tag }) => tag));
  return {
    ...world,
    people: arrives === undefined ? people : [...people, arrives],
    mailGroup: {
      ...world.mailGroup,
      members: world.mailGroup.members.filter((tag) => left.has(tag)),
    },
    sent: [...world.sent, ...(says ?? [])],
  };
}
