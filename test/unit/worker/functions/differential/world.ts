/** A tenant as the differential tests see it: people, what they are in and how their mail goes.
 *  Ids are left out, so that worlds of different tenants compare; `tag` tells people apart and
 *  stays when everything else changes. */

export type MailSide = {
  readonly kind: "mailbox" | "mail-user";
  /** As Exchange writes them, sorted. */
  readonly addresses: readonly string[];
  readonly external: string | null;
  readonly guid: string | null;
  readonly archive: string | null;
};

export type Person = {
  /** Whom the world began with; null for whoever a function made. */
  readonly tag: string | null;
  /** For a guest that an invitation made: null, the directory chooses it. */
  readonly upn: string | null;
  readonly displayName: string | null;
  readonly isEnabled: boolean | null;
  readonly department: string | null;
  readonly usageLocation: string | null;
  readonly phones: readonly string[];
  /** Further properties, by Graph's names; one that is not set is not here. */
  readonly profile: Readonly<Record<string, unknown>>;
  readonly mail: string | null;
  /** `pending` and `accepted`: signs in elsewhere. */
  readonly external: "no" | "pending" | "accepted";
  readonly groups: readonly string[];
  readonly mailSide: MailSide | null;
  readonly move: "none" | "queued" | "synced" | "completed" | "failed";
  /** From which server, to which domain; null without a move. */
  readonly movedFrom: string | null;
};

export type World = {
  readonly people: readonly Person[];
  readonly groups: readonly string[];
  /** A group for mail, with the tags of its members. */
  readonly mailGroup: { readonly name: string; readonly members: readonly string[] };
  /** What was sent: mails and calls to webhooks, invitations with where they lead, and their
   *  texts. */
  readonly sent: readonly string[];
};

/** In one order, whatever the tenant's is. */
export const canonical = (world: World): World => ({
  ...world,
  people: world.people
    .map((person) => ({
      ...person,
      groups: person.groups.toSorted(),
      profile: Object.fromEntries(Object.entries(person.profile).filter(([, of]) => isSet(of))),
      mailSide:
        person.mailSide === null
          ? null
          : {
              ...person.mailSide,
              addresses: person.mailSide.addresses.map(anyCase).toSorted(),
              external: person.mailSide.external?.toLowerCase() ?? null,
            },
    }))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))),
  mailGroup: { ...world.mailGroup, members: world.mailGroup.members.toSorted() },
});

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && (!Array.isArray(value) || value.length > 0);

/** Letter case means nothing in an address but in front of it. */
const anyCase = (written: string): string =>
  written.startsWith("SMTP:") ? `SMTP:${written.slice(5).toLowerCase()}` : written.toLowerCase();

const nameOf = ({ tag, upn, mail }: Person): string => `${tag} ${upn} ${mail}`;
