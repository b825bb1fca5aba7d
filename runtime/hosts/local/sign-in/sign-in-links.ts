/** Links that sign a browser in, once each. Whoever can read the terminal of `npm start`, or the
 *  data folder, may use one; a link that was used or has grown old opens nothing. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Role } from "../../../contract/http/roles.ts";

export type SignInLinks = {
  /** The code of a new link. */
  readonly make: (role: Role) => string;
  /** Whom it signs in; null when it opens nothing. */
  readonly use: (code: string) => Role | null;
};

const CODE_BYTES = 24;
const LINKS_MAX = 100;
const LIFE_MS = 24 * 3_600_000;

type Link = { readonly code: string; readonly role: Role; readonly until: number };

export function signInLinks(now: () => Date): SignInLinks {
  let links: readonly Link[] = [];
  return {
    make: (role) => {
      const code = randomBytes(CODE_BYTES).toString("base64url");
      const until = now().getTime() + LIFE_MS;
      links = [...links, { code, role, until }].slice(-LINKS_MAX);
      return code;
    },
    use: (code) => {
      const found = links.find((link) => isSame(link.code, code));
      if (found === undefined) return null;
      links = links.filter((link) => link !== found);
      return now().getTime() < found.until ? found.role : null;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
