/** What of a world the simulated tenant can hold, and what of it the models know. */
import { GUIDS } from "./names.ts";
import type { Person, World } from "./world.ts";
import { anyWorld } from "./worlds.ts";

/** In the simulated tenant every guest is a recipient, the first address of one is also its `mail`,
 *  and a mailbox comes only to whoever has its GUID: and does come, with a move. */
const asSimulated = (person: Person): Person =>
  person.mailSide === null && person.external === "no"
    ? person
    : {
        ...person,
        mail: `first-${person.tag}@fabrikam.test`,
        mailSide: {
          kind: "mail-user",
          addresses: [`SMTP:first-${person.tag}@fabrikam.test`],
          external: null,
          archive: null,
          ...person.mailSide,
          ...(person.move === "completed" ? { kind: "mailbox", external: null } : {}),
          guid: person.mailSide?.guid ?? GUIDS[0],
        },
      };

/** Exchange keeps `mail` in step with the first address, and a directory names guests whom nobody
 *  named: the models say neither. */
const withoutMail = (world: World): World => ({
  ...world,
  people: world.people.map((person) => ({
    ...person,
    mail: null,
    displayName: person.tag === null && person.upn === null ? null : person.displayName,
  })),
});

export const SIMULATED = {
  worlds: anyWorld.map((world) => ({ ...world, people: world.people.map(asSimulated) })),
  counts: withoutMail,
};
