/** How people and programs on this machine sign in to a local host: who signs their tokens, the
 *  links for browsers, and the file for programs. */
import type { Role } from "../../../contract/http/roles.ts";
import { type DevIssuer, openDevIssuer } from "./dev-issuer.ts";
import { linkFor } from "./local-door.ts";
import { type SignInLinks, signInLinks } from "./sign-in-links.ts";
import { keepTokenFile } from "./token-file.ts";

export type SignIn = {
  readonly issuer: DevIssuer;
  readonly links: SignInLinks;
  /** Once it is known where the host listens. */
  readonly begin: (origin: string) => Promise<{
    readonly linkFor: (role: Role) => string;
    readonly end: () => void;
  }>;
};

export async function openSignIn(folder: string, now: () => Date): Promise<SignIn> {
  const issuer = await openDevIssuer(folder, now);
  const links = signInLinks(now);
  return {
    issuer,
    links,
    begin: async (origin) => ({
      linkFor: (role) => linkFor(origin, links, role),
      end: await keepTokenFile(folder, origin, issuer),
    }),
  };
}
