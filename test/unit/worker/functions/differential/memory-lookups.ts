/** Who is meant in a tenant in memory, and whether a name or an address is free. */
import type { Row, State } from "./memory-state.ts";

export const bare = (written: string): string => written.toLowerCase().replace(/^smtp:/, "");

export const findRow = ({ users }: State, key: string): Row | undefined =>
  users.get(key) ??
  [...users.values()].find(
    ({ values }) => String(values["userPrincipalName"]).toLowerCase() === key.toLowerCase(),
  );

export function isTaken(state: State, name: string, but?: string): boolean {
  const holder = findRow(state, name);
  return holder !== undefined && holder.id !== but;
}

/** Every address belongs to one account. */
export const isHeld = ({ users, mail }: State, address: string): boolean =>
  [...users.values()].some(
    ({ id, values }) =>
      bare(String(values["mail"])) === bare(address) ||
      mail.get(id)?.addresses.some((each) => bare(each) === bare(address)),
  );
