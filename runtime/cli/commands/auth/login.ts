/** `drover auth login`: binds a sign-in to one Drover. What the flags and the configuration leave
 *  open, that Drover itself is asked; it can ask for a token of its own API only, never for one
 *  of something else. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok, type Result } from "../../../contract/result.ts";
import { azToken } from "../../auth/az-token.ts";
import type { Entered } from "../../auth/entra-token.ts";
import { keepSignIn, tokenCacheFile } from "../../auth/sign-ins.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import { noDrover } from "../../client/connect.ts";
import { makeApi } from "../../client/make-api.ts";
import { wrongValue } from "../../config/config-file.ts";
import { KEY_FACTS } from "../../config/keys.ts";
import { type Config, loadConfig } from "../../config/load-config.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { confirmed } from "../../output/confirm.ts";
import { visibleLine } from "../../output/visible.ts";

export type LoginOptions = {
  readonly browser?: boolean;
  readonly az?: boolean;
  readonly tenantId?: string;
  readonly clientId?: string;
  readonly apiScope?: string;
  readonly yes?: boolean;
};

const OF_AN_API = /^api:\/\//i;

export async function login(context: Context, options: LoginOptions): Promise<CommandResult> {
  const config = await loadConfig(context);
  if (!config.ok) return config;
  const { apiUrl, local } = config.value;
  if (apiUrl.value === null) return noDrover();
  if (local !== null) {
    context.note(`No need to sign in: ${local.url} runs on this machine and lets you in.\n`);
    return ok(EXIT.ok);
  }
  const { origin } = new URL(apiUrl.value);
  if (apiUrl.origin.kind === "project") {
    const question = `${apiUrl.origin.name} names ${origin}. Sign in there?`;
    const sure = await confirmed(context, { yes: options.yes === true, question });
    if (!sure.ok) return sure;
  }
  const wanted = await wantedOf(context, config.value, apiUrl.value, options);
  if (!wanted.ok) return wanted;
  const entered = await enter(context, wanted.value, options);
  if (!entered.ok) return entered;
  const kept = await keepSignIn(context, {
    ...wanted.value,
    origin,
    method: methodOf(options),
    clientId: options.az === true ? null : wanted.value.clientId,
    homeAccountId: entered.value.homeAccountId,
  });
  if (!kept.ok) return kept;
  return welcome(context, apiUrl.value, entered.value.token, options.az === true);
}

type Wanted = { readonly tenantId: string; readonly clientId: string; readonly scope: string };

const methodOf = ({ az, browser }: LoginOptions): "az" | "browser" | "device-code" => {
  if (az === true) return "az";
  return browser === true ? "browser" : "device-code";
};

async function wantedOf(
  context: Context,
  config: Config,
  apiUrl: string,
  options: LoginOptions,
): Promise<Result<Wanted, CliError>> {
  for (const key of ["tenantId", "clientId", "apiScope"] as const) {
    const value = options[key];
    if (value !== undefined && !KEY_FACTS[key].isValid(value))
      return wrongValue(key, value, "the command line");
  }
  const tenantId = options.tenantId ?? config.tenantId.value;
  const clientId = options.clientId ?? config.clientId.value;
  const scope = options.apiScope ?? config.apiScope.value;
  if (tenantId !== null && clientId !== null && scope !== null)
    return ok({ tenantId, clientId, scope });
  const told = await askedOf(context, apiUrl);
  if (!told.ok) return told;
  return ok({
    tenantId: tenantId ?? told.value.tenantId,
    clientId: clientId ?? told.value.clientId,
    scope: scope ?? told.value.scope,
  });
}

async function askedOf(context: Context, apiUrl: string): Promise<Result<Wanted, CliError>> {
  const environment = await makeApi(context, apiUrl, null).call(ROUTES.getEnvironment);
  if (!environment.ok) return environment;
  const { signIn } = environment.value;
  if (signIn.kind === "entra" && OF_AN_API.test(signIn.scope)) return ok(signIn);
  return refuse("E0150", "this Drover does not say how to sign in with Entra", {
    where: apiUrl,
    why:
      signIn.kind === "local"
        ? "it is a local one, which lets in whoever may read its data folder"
        : `it asks for a token of ${signIn.scope}, which is not an API of its own`,
    next:
      signIn.kind === "local"
        ? "name its folder: --data FOLDER"
        : "give --tenant-id, --client-id and --api-scope yourself",
  });
}

type Kept = { readonly token: string; readonly homeAccountId: string | null };

async function enter(
  context: Context,
  wanted: Wanted,
  options: LoginOptions,
): Promise<Result<Kept, CliError>> {
  const method = methodOf(options);
  if (method === "az") {
    const token = await azToken(context, wanted);
    return token.ok ? ok({ token: token.value, homeAccountId: null }) : token;
  }
  // Lazy: it is the largest thing that this command line loads.
  const { signIn } = await import("../../auth/entra-token.ts");
  const entered: Result<Entered, CliError> = await signIn(context, { ...wanted, method });
  return entered;
}

async function welcome(
  context: Context,
  apiUrl: string,
  token: string,
  isAz: boolean,
): Promise<CommandResult> {
  const from = isAz ? "az" : "device-code";
  const me = await makeApi(context, apiUrl, { token, from, source: "login" }).call(ROUTES.getMe);
  if (!me.ok) return me;
  const { name, roles } = me.value;
  const cache = tokenCacheFile(context);
  const kept = isAz
    ? "The Azure CLI keeps the token; nothing of it is stored here."
    : `The token is kept in ${cache.ok ? cache.value : ""} (mode 600, not encrypted); ` +
      "`drover auth logout` deletes it.";
  const shown = roles.length === 0 ? "no role" : roles.join(", ");
  context.note(`Signed in to ${apiUrl} as ${visibleLine(name)} (${shown}).\n${kept}\n`);
  return ok(EXIT.ok);
}
