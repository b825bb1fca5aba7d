/** How worlds get into a tenant in memory and out of it. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { nextId, type State } from "./memory-state.ts";
import { PROFILE_NAMES } from "./profile-names.ts";
import type { Person, World } from "./world.ts";

const STATES = { no: null, pending: "PendingAcceptance", accepted: "Accepted" } as const;

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
