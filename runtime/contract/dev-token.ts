/** The file by which programs on this machine sign in to a local Drover: `dev-token.json` in its
 *  data folder, readable by its owner alone. The host writes it anew before the token ends; whoever
 *  is told 401 reads it again. Its token opens that one local host and nothing else. */
import { z } from "zod";
import { jsonRequest } from "./http/json-request.ts";
import { ROLES } from "./http/roles.ts";
import { Instant } from "./instant.ts";

export const DEV_TOKEN_FILE = "dev-token.json";

export const DevToken = z.object({
  url: z.url().describe("Where the host listens, without a path: http://127.0.0.1:4680"),
  token: z.string().min(1).describe("For `Authorization: Bearer`."),
  role: z.enum(ROLES),
  expiresAt: Instant,
});
export type DevToken = Readonly<z.output<typeof DevToken>>;

/** Signs a browser in once, by `?code=`, and leads it on to the page `to`. */
export const SIGN_IN_PATH = "/local/sign-in";

/** `POST`, by an Admin: answers 201 with a `SignInLink`. Served by local hosts alone. */
export const SIGN_IN_LINKS_PATH = "/local/sign-in-links";
export const signInLinkRequest = jsonRequest(z.object({ role: z.enum(ROLES).default("Admin") }));
export const SignInLink = z.object({ url: z.url() });
