/** The token for a Drover, and where it came from.
 *  B1. A local Drover's token goes to that Drover only.
 *  B2. DROVER_TOKEN goes only to an address that the user gave: by flag, by variable, or in the
 *      user's own file. A project's file cannot lead it elsewhere.
 *  B3. Any other token is asked for only with what was bound to the origin at sign-in. */
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import type { Config, OriginKind } from "../config/load-config.ts";
import type { Context } from "../context.ts";
import { readSignIns, type SignIn } from "./sign-ins.ts";

export type Bearer = {
  readonly token: string;
  readonly from: "variable" | "local" | "az" | "device-code" | "browser";
  /** The variable or file. */
  readonly source: string;
};

const VARIABLE = "DROVER_TOKEN";
const GIVEN_BY_USER: readonly OriginKind[] = ["flag", "env", "user"];

export async function bearerFor(
  context: Context,
  config: Config,
  apiUrl: string,
): Promise<Result<Bearer, CliError>> {
  const given = context.env[VARIABLE] ?? "";
  if (given !== "" && GIVEN_BY_USER.includes(config.apiUrl.origin.kind))
    return ok({ token: given, from: "variable", source: VARIABLE });
  if (config.local !== null)
    return ok({ token: config.local.token, from: "local", source: config.local.file });
  const signIns = await readSignIns(context);
  if (!signIns.ok) return signIns;
  const { origin } = new URL(apiUrl);
  const bound = signIns.value.find((each) => each.origin === origin);
  return bound === undefined ? notSignedIn(origin, given !== "") : boundToken(context, bound);
}

async function boundToken(context: Context, bound: SignIn): Promise<Result<Bearer, CliError>> {
  const { method, clientId, homeAccountId } = bound;
  if (method === "az" || clientId === null || homeAccountId === null) {
    const { azToken } = await import("./az-token.ts");
    const token = await azToken(context, bound);
    return token.ok ? ok({ token: token.value, from: "az", source: "az login" }) : token;
  }
  const { silentToken } = await import("./entra-token.ts");
  const token = await silentToken(context, { ...bound, clientId, homeAccountId });
  return token.ok ? ok({ token: token.value, from: method, source: "drover auth login" }) : token;
}

const notSignedIn = (origin: string, hasVariable: boolean) =>
  refuse("E0150", "you are not signed in", {
    where: origin,
    why: hasVariable
      ? `${VARIABLE} is not sent there, because a project's file names the address`
      : null,
    next: hasVariable
      ? `name the address yourself: --api-url ${origin}`
      : `run \`drover auth login --api-url ${origin}\``,
  });
