/** What a tenant in memory knows, and how worlds get into it and out of it. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { fail } from "../../../../../runtime/contract/result.ts";
import type { TenantFailure } from "../../../../../runtime/tenant/failure.ts";
import { PROFILE_NAMES } from "./names.ts";
import type { MailSide, Person, World } from "./world.ts";

export type Row = { id: string; values: Record<string, unknown> };
export type State = {
  readonly users: Map<string, Row>;
  readonly groups: Map<string, { readonly name: string; readonly members: Set<string> }>;
  readonly mail: Map<string, MailSide>;
  readonly moves: Map<string, Pick<Person, "move" | "movedFrom">>;
  /** Of whoever was there at the beginning. */
  readonly tags: Map<string, string>;
  readonly sent: string[];
  mailGroup: { name: string; members: Set<string> };
};

const STATES = { no: null, pending: "PendingAcceptance", accepted: "Accepted" } as const;

let counted = 0;
export const nextId = (): string => {
  counted += 1;
  return `00000000-0000-4000-8000-${String(counted).padStart(12, "0")}`;
};

export function seed(state: State, world: World): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const name of world.groups) state.groups.set(nextId(), { name, members: new Set() });
  for (const person of world.people) {
    const id = nextId();
    if (person.tag !== null) {
      ids.set(person.tag, id);
      state.tags.set(id, person.tag);
    }
    state.users.set(id, { id, values: valuesOf(person) });
    if (person.mailSide !== null) state.mail.set(id, person.mailSide);
    if (person.move !== "none") state.moves.set(id, person);
    for (const group of state.groups.values())
      if (person.groups.includes(group.name)) group.members.add(id);
  }
  const members = world.mailGroup.members.flatMap((tag) => ids.get(tag) ?? []);
  state.mailGroup = { name: world.mailGroup.name, members: new Set(members) };
  return ids;
}

const valuesOf = (person: Person): Record<string, unknown> => ({
  userPrincipalName: person.upn,
  displayName: person.displayName,
  accountEnabled: person.isEnabled,
  department: person.department,
  usageLocation: person.usageLocation,
  businessPhones: person.phones,
  ...person.profile,
  mail: person.mail,
  userType: person.external === "no" ? "Member" : "Guest",
  externalUserState: STATES[person.external],
});

export function read(state: State): World {
  const tagOf = (id: string) => state.tags.get(id) ?? "";
  return {
    people: [...state.users.values()].map(({ id, values }) => personOf(state, id, values)),
    groups: [...state.groups.values()].map(({ name }) => name),
    mailGroup: {
      name: state.mailGroup.name,
      members: [...state.mailGroup.members].map(tagOf),
    },
    sent: state.sent,
  };
}

function personOf(state: State, id: string, values: JsonObject): Person {
  const textOf = (name: string) => (values[name] ?? null) as string | null;
  const upn = textOf("userPrincipalName");
  const external = values["externalUserState"];
  return {
    tag: state.tags.get(id) ?? null,
    upn: upn?.includes("#EXT#") ? null : upn,
    displayName: textOf("displayName"),
    isEnabled: (values["accountEnabled"] ?? null) as boolean | null,
    department: textOf("department"),
    usageLocation: textOf("usageLocation"),
    phones: (values["businessPhones"] ?? []) as readonly string[],
    profile: Object.fromEntries(PROFILE_NAMES.map((name) => [name, values[name]])),
    mail: textOf("mail"),
    external: external === "Accepted" ? "accepted" : external ? "pending" : "no",
    groups: [...state.groups.values()].flatMap(({ name, members }) =>
      members.has(id) ? [name] : [],
    ),
    mailSide: state.mail.get(id) ?? null,
    move: state.moves.get(id)?.move ?? "none",
    movedFrom: state.moves.get(id)?.movedFrom ?? null,
  };
}

export const no = (kind: "not-found" | "conflict", message: string) =>
  fail<TenantFailure>({ kind, code: kind, message });

export const findRow = ({ users }: State, key: string): Row | undefined =>
  users.get(key) ??
  [...users.values()].find(
    ({ values }) => String(values["userPrincipalName"]).toLowerCase() === key.toLowerCase(),
  );

/** Every address belongs to one account. */
export const isHeld = ({ users, mail }: State, address: string): boolean =>
  [...users.values()].some(
    ({ id, values }) =>
      bare(String(values["mail"])) === bare(address) ||
      mail.get(id)?.addresses.some((each) => bare(each) === bare(address)),
  );

export function isTaken(state: State, name: string, but?: string): boolean {
  const holder = findRow(state, name);
  return holder !== undefined && holder.id !== but;
}

export const bare = (written: string): string => written.toLowerCase().replace(/^smtp:/, "");
