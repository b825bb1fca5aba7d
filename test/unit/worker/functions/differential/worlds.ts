/** Random worlds: few people and few names, so that what is asked for often meets what is there. */
import fc from "fast-check";
import { formerName, GROUPS, GUIDS, MAIL_GROUP, MOVES, PHONES } from "./names.ts";
import { PROFILE_TEXTS, profileValue } from "./profile-names.ts";
import type { MailSide, Person, World } from "./world.ts";

const DOMAIN = "fabrikam.test";
const DEPARTMENTS = ["Sales", "sales", "Research & Development"] as const;

/** Local parts that people share, so that names collide. */
const LOCALS = ["ann", "Bo", "carla", "Dev", "eve"] as const;
const TAGS = ["p1", "p2", "p3", "p4"] as const;

const upnOf = (local: string): string => `${local}@${DOMAIN}`;
export const anyUpn = fc.constantFrom(...LOCALS).map(upnOf);
export const anyDepartment = fc.constantFrom(...DEPARTMENTS);
export const anyAddress = fc.constantFrom(
  "ann@contoso.test",
  "ANN@contoso.test",
  "info@fabrikam.test",
  "sales@fabrikam.test",
);

/** Addresses hold their owner's number, as none belongs to two; but for their name, which may be
 *  one, too. */
const mailSideOf = (tag: string, upn: string): fc.Arbitrary<MailSide> =>
  fc
    .record({
      kind: fc.constantFrom("mailbox" as const, "mail-user" as const),
      others: fc.subarray([
        `smtp:old-${tag}@contoso.test`,
        `smtp:${formerName(tag)}`,
        `smtp:${upn}`,
        `x500:/o=Contoso/cn=${tag}`,
      ]),
      external: fc.option(fc.constant(`home-${tag}@contoso.test`)),
      guid: fc.option(fc.constantFrom(...GUIDS)),
      archive: fc.option(fc.constantFrom(...GUIDS)),
    })
    .map(({ kind, others, external, guid, archive }) => ({
      kind,
      addresses: [`SMTP:first-${tag}@fabrikam.test`, ...others],
      external: kind === "mailbox" ? null : external,
      guid,
      archive,
    }));

const anyProfile = fc.record(
  {
    ...Object.fromEntries(PROFILE_TEXTS.map((name) => [name, fc.constant(profileValue(name))])),
    otherMails: fc.constant(["other@contoso.test"]),
    showInAddressList: fc.boolean(),
  },
  { requiredKeys: [] },
);

const personOf = (tag: string, local: string): fc.Arbitrary<Person> =>
  fc.record({
    tag: fc.constant(tag),
    upn: fc.constant(upnOf(local)),
    displayName: fc.constantFrom("Ann Lee", "Bo Ek"),
    isEnabled: fc.boolean(),
    department: fc.option(anyDepartment),
    usageLocation: fc.option(fc.constantFrom("DE", "SE")),
    phones: fc.subarray([...PHONES]),
    profile: anyProfile,
    mail: fc.option(fc.constant(`mail-${tag}@contoso.test`)),
    external: fc.constantFrom(
      "no" as const,
      "no" as const,
      "pending" as const,
      "accepted" as const,
    ),
    groups: fc.subarray([...GROUPS]),
    mailSide: fc.option(mailSideOf(tag, upnOf(local)), { freq: 3 }),
    move: fc.constantFrom("none", "none", "queued", "synced", "completed", "failed"),
    movedFrom: fc.constant(`${MOVES.hosts[0]} to ${MOVES.domains[0]}`),
  });

export const anyWorld: fc.Arbitrary<World> = fc
  .tuple(fc.shuffledSubarray([...LOCALS], { minLength: 1, maxLength: 4 }), fc.subarray([...TAGS]))
  .chain(([locals, inMailGroup]) =>
    fc
      .tuple(...locals.map((local, index) => personOf(TAGS[index] ?? "p1", local)))
      .map((people) => ({
        people: people.map((person) =>
          person.mailSide === null || person.move === "none"
            ? { ...person, move: "none" as const, movedFrom: null }
            : person,
        ),
        groups: [...GROUPS],
        mailGroup: {
          name: MAIL_GROUP,
          members: people.flatMap(({ tag, mailSide }) =>
            tag !== null && mailSide !== null && inMailGroup.includes(tag as "p1") ? [tag] : [],
          ),
        },
        sent: [],
      })),
  );
