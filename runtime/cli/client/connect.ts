/** Finds the Drover to talk to and the token for it: what every command that asks the API does
 *  first. */
import { ok, type Result } from "../../contract/result.ts";
import { type Bearer, bearerFor } from "../auth/bearer.ts";
import { type CliError, refuse } from "../cli-error.ts";
import { loadConfig } from "../config/load-config.ts";
import type { Context } from "../context.ts";
import type { Api } from "./api.ts";
import { makeApi } from "./make-api.ts";

export async function connect(context: Context): Promise<Result<Api, CliError>> {
  const config = await loadConfig(context);
  if (!config.ok) return config;
  const url = config.value.apiUrl.value;
  if (url === null) return noDrover();
  const bearer = await bearerFor(context, config.value, url);
  if (!bearer.ok) return bearer;
  const renew = async (): Promise<Result<Bearer, CliError>> => {
    const now = await loadConfig(context);
    return now.ok ? bearerFor(context, now.value, url) : now;
  };
  return ok(makeApi(context, url, bearer.value, renew));
}

export const noDrover = () =>
  refuse("E0143", "there is no Drover to talk to", {
    why: "none runs on this machine from this folder, and no address is configured",
    next: "run `npm start` here, or `drover config set apiUrl https://…`",
  });
