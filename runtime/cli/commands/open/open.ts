/** `drover open`: opens a page of the dashboard, and prints its address. The Drover on this machine
 *  is asked for a link that also signs the browser in, once; elsewhere the page itself does. */
import { SIGN_IN_LINKS_PATH, SignInLink } from "../../../contract/dev-token.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { LocalDrover } from "../../auth/dev-token.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import { noDrover } from "../../client/connect.ts";
import { send } from "../../client/send.ts";
import { batchLink, incidentsLink, runbookLink } from "../../client/web-links.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { jsonIn } from "../../json-in.ts";

export type OpenOptions = { readonly print?: boolean };

export async function openPage(
  context: Context,
  what: string | undefined,
  { print }: OpenOptions,
): Promise<CommandResult> {
  const config = await loadConfig(context);
  if (!config.ok) return config;
  const { apiUrl, local } = config.value;
  if (apiUrl.value === null) return noDrover();
  const page = linkOf(new URL(apiUrl.value).origin, what);
  if (print === true || local === null) {
    context.out(`${page}\n`);
    if (print !== true) context.world.openBrowser(page);
    return ok(EXIT.ok);
  }
  const link = await signInLink(context, local, new URL(page));
  if (!link.ok) return link;
  context.out(`${link.value}\n`);
  context.note("The link signs one browser in, once; with --print you get one to share.\n");
  context.world.openBrowser(link.value);
  return ok(EXIT.ok);
}

/** A link that leads on to the page. */
async function signInLink(
  context: Context,
  { url, token, role }: LocalDrover,
  page: URL,
): Promise<Result<string, CliError>> {
  const answer = await send(context, {
    method: "POST",
    url: new URL(SIGN_IN_LINKS_PATH, url),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: () => JSON.stringify({ role }),
  });
  if (!answer.ok) return answer;
  const made = SignInLink.safeParse(jsonIn(await answer.value.text()));
  if (!made.success) return notUnderstood(url);
  const link = new URL(made.data.url);
  if (page.pathname !== "/") link.searchParams.set("to", page.pathname);
  return ok(link.href);
}

const notUnderstood = (where: string) =>
  refuse("E0161", "the answer of Drover is not understood", {
    where,
    next: "compare the versions: `drover doctor`",
  });

/** A number is a batch; any other word but the page's own is a runbook. */
function linkOf(url: string, what: string | undefined): string {
  if (what === undefined) return `${url}/`;
  if (what === "incidents") return incidentsLink(url);
  const digits = what.replace(/^#/, "");
  return /^[1-9]\d*$/.test(digits) ? batchLink(url, Number(digits)) : runbookLink(url, what);
}
