/** Random worlds: few people and few names, so that what is asked for often meets what is there. */
import fc from "fast-check";
import type { MailSide, Person, World } from "./world.ts";

const DOMAIN = "fabrikam.test";
export const GROUPS = ["coexistence", "licence-e3"] as const;
export const MAIL_GROUP = "all-fabrikam";
const DEPARTMENTS = ["Sales", "sales", "Research & Development"] as const;
export const GUIDS = [
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "9b2e6d0c-6d4e-4d0b-8b55-2a4f3f0c7d02",
] as const;

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

/** One mailbox's own addresses hold its number, as no address belongs to two. */
const mailSideOf = (tag: string): fc.Arbitrary<MailSide> =>
  fc
    .record({
      kind: fc.constantFrom("mailbox" as const, "mail-user" as const),
      others: fc.subarray([`smtp:old-${tag}@contoso.test`, `x500:/o=Contoso/cn=${tag}`]),
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

const personOf = (tag: string, local: string): fc.Arbitrary<Person> =>
  fc.record({
    tag: fc.constant(tag),
    upn: fc.constant(upnOf(local)),
    displayName: fc.constantFrom("Ann Lee", "Bo Ek"),
    isEnabled: fc.boolean(),
    department: fc.option(anyDepartment),
    usageLocation: fc.option(fc.constantFrom("DE", "SE")),
    mail: fc.option(fc.constant(`mail-${tag}@contoso.test`)),
    external: fc.constantFrom(
      "no" as const,
      "no" as const,
      "pending" as const,
      "accepted" as const,
    ),
    groups: fc.subarray([...GROUPS]),
    mailSide: fc.option(mailSideOf(tag), { freq: 3 }),
    move: fc.constantFrom("none", "none", "queued", "synced", "completed", "failed"),
  });

export const anyWorld: fc.Arbitrary<World> = fc
  .tuple(fc.shuffledSubarray([...LOCALS], { minLength: 1, maxLength: 4 }), fc.subarray([...TAGS]))
  .chain(([locals, inMailGroup]) =>
    fc
      .tuple(...locals.map((local, index) => personOf(TAGS[index] ?? "p1", local)))
      .map((people) => ({
        people: people.map((person) =>
          person.mailSide === null ? { ...person, move: "none" as const } : person,
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
