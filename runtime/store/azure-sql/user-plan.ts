/** What must be done so that the users of a database are those it should have, with those roles
 *  and no others. Pure: from what is there and what is wanted to a list of steps.
 *  U1. Carrying out the steps and planning again gives no step.
 *  U2. Only users of directory identities are ever dropped, and only where a wanted user needs
 *      their name or their client id. Everything else in the database is left alone.
 *  U3. A user is dropped and made anew, never renamed: it starts with nothing but its roles. */
import { fail, ok, type Result } from "../../contract/result.ts";

export type Principal = {
  readonly name: string;
  /** Upper-case hex with `0x` before it; null where the principal has none. */
  readonly sid: string | null;
  /** `E` for an identity of the directory. */
  readonly type: string;
  readonly roles: readonly string[];
};

export type WantedUser = {
  readonly name: string;
  readonly sid: string;
  readonly roles: readonly string[];
};

export type UserStep =
  | { readonly kind: "drop-user"; readonly user: string }
  | { readonly kind: "create-user"; readonly user: string; readonly sid: string }
  | { readonly kind: "add-role"; readonly user: string; readonly role: string }
  | { readonly kind: "drop-role"; readonly user: string; readonly role: string };

const EXTERNAL_USER = "E";

/** The catalogue compares names without regard to case. */
const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const isAsWanted = (principal: Principal, { name, sid }: WantedUser): boolean =>
  principal.name === name && principal.sid === sid && principal.type === EXTERNAL_USER;

function stepsFor(present: readonly Principal[], wanted: WantedUser): readonly UserStep[] {
  const { name: user, sid } = wanted;
  const kept = present.find((principal) => isAsWanted(principal, wanted));
  const held = kept?.roles ?? [];
  const missing = wanted.roles.filter((role) => !held.includes(role));
  const excess = held.filter((role) => !wanted.roles.includes(role));
  return [
    ...(kept === undefined ? [{ kind: "create-user", user, sid } as const] : []),
    ...missing.map((role) => ({ kind: "add-role", user, role }) as const),
    ...excess.map((role) => ({ kind: "drop-role", user, role }) as const),
  ];
}

export function planUsers(
  present: readonly Principal[],
  wanted: readonly WantedUser[],
): Result<readonly UserStep[], string> {
  const inTheWay = present.filter((principal) =>
    wanted.some(
      (user) =>
        !isAsWanted(principal, user) &&
        (sameName(principal.name, user.name) || principal.sid === user.sid),
    ),
  );
  const foreign = inTheWay.find(({ type }) => type !== EXTERNAL_USER);
  if (foreign !== undefined) {
    return fail(
      `"${foreign.name}" is already in the database and is no identity of the directory; ` +
        "rename or drop it, then run the bootstrap again",
    );
  }
  const drops = inTheWay.map(({ name }) => ({ kind: "drop-user", user: name }) as const);
  return ok([...drops, ...wanted.flatMap((user) => stepsFor(present, user))]);
}
