/** Names and whoever has them, as models see them. */
import type { Person, World } from "./world.ts";

export const low = (text: unknown): string => String(text).toLowerCase();

export const holds = (world: World, upn: unknown): Person | undefined =>
  world.people.find((person) => person.upn !== null && low(person.upn) === low(upn));

/** What is not said of whoever arrives. */
export const NOBODY_YET: Person = {
  tag: null,
  upn: null,
  displayName: null,
  isEnabled: null,
  department: null,
  usageLocation: null,
  phones: [],
  profile: {},
  mail: null,
  external: "no",
  groups: [],
  mailSide: null,
  move: "none",
  movedFrom: null,
};
