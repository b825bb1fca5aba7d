/** What of a world the simulated tenant can hold, and what of it the models know. */
import { GUIDS } from "./names.ts";
import type { Person, World } from "./world.ts";
import { anyWorld } from "./worlds.ts";

const isBox = ({ mailSide, move }: Person): boolean =>
  mailSide?.kind === "mailbox" || move === "completed";

/** In the simulated tenant every guest is a recipient, the first address of one is also its `mail`,
 *  the mail of a mail user goes somewhere, and a mailbox comes only to whoever has its GUID: and
 *  does come, with a move. */
const asSimulated = (person: Person): Person =>
  person.mailSide === null && person.external === "no"
    ? person
    : {
        ...person,
        mail: `first-${person.tag}@fabrikam.test`,
        mailSide: {
          kind: "mail-user",
          addresses: [`SMTP:first-${person.tag}@fabrikam.test`],
          archive: null,
          ...person.mailSide,
          external: isBox(person) ? null : `home-${person.tag}@contoso.test`,
          ...(isBox(person) ? { kind: "mailbox" } : {}),
          guid: person.mailSide?.guid ?? GUIDS[0],
        },
      };

/** Exchange keeps `mail` in step with the first address, a directory tells more of guests than what
 *  they were invited with, and nobody can see where an invitation leads: the models say none of
 *  this, or more. */
const asTold = (world: World): World => ({
  ...world,
  people: world.people.map((person) => {
    const isGuest = person.tag === null && person.upn === null;
    const made = isGuest ? { displayName: null, profile: {} } : {};
    return { ...person, mail: null, ...made };
  }),
  sent: world.sent.filter((each) => !each.startsWith("invited: ")),
});

export const SIMULATED = {
  worlds: anyWorld.map((world) => ({ ...world, people: world.people.map(asSimulated) })),
  counts: asTold,
};
