/** `drover open`: prints the address of a page of the dashboard, and opens it. */
import { ok } from "../../../contract/result.ts";
import { noDrover } from "../../client/connect.ts";
import { batchLink, incidentsLink, runbookLink } from "../../client/web-links.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";

export type OpenOptions = { readonly print?: boolean };

export async function openPage(
  context: Context,
  what: string | undefined,
  { print }: OpenOptions,
): Promise<CommandResult> {
  const config = await loadConfig(context);
  if (!config.ok) return config;
  const url = config.value.apiUrl.value;
  if (url === null) return noDrover();
  const link = linkOf(new URL(url).origin, what);
  context.out(`${link}\n`);
  if (print !== true) context.world.openBrowser(link);
  return ok(EXIT.ok);
}

/** A number is a batch; any other word but the page's own is a runbook. */
function linkOf(url: string, what: string | undefined): string {
  if (what === undefined) return `${url}/`;
  if (what === "incidents") return incidentsLink(url);
  const digits = what.replace(/^#/, "");
  return /^[1-9]\d*$/.test(digits) ? batchLink(url, Number(digits)) : runbookLink(url, what);
}
