/** `drover auth status`: who the API takes you for, and where the token comes from. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { bearerFor } from "../../auth/bearer.ts";
import { noDrover } from "../../client/connect.ts";
import { makeApi } from "../../client/make-api.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { factLines, timeFact } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";

const FROM = {
  variable: "the variable",
  local: "the Drover on this machine",
  az: "the Azure CLI's sign-in",
  "device-code": "a sign-in with a code",
  browser: "a sign-in in the browser",
} as const;

export async function authStatus(
  context: Context,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  const config = await loadConfig(context);
  if (!config.ok) return config;
  const apiUrl = config.value.apiUrl.value;
  if (apiUrl === null) return noDrover();
  const bearer = await bearerFor(context, config.value, apiUrl);
  if (!bearer.ok) return bearer;
  const { from, source } = bearer.value;
  const me = await makeApi(context, apiUrl, bearer.value).call(ROUTES.getMe);
  if (!me.ok) return me;
  const look = lookOf(context, context.world.nowMs());
  const status = { apiUrl, ...me.value, from, source };
  printItem(context, output, status, ({ name, roles, tenantId, expiresAt }) =>
    factLines(
      [
        ["Drover", apiUrl],
        ["You are", name],
        ["Roles", roles.length === 0 ? "none: you may do nothing" : roles.join(", ")],
        ["Tenant", tenantId],
        ["Known from", `${FROM[from]} (${source})`],
        ["Token ends", timeFact(expiresAt, look)],
      ],
      look,
    ),
  );
  return ok(EXIT.ok);
}
