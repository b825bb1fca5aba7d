/** `drover runbook get`: a published runbook, its active version or another. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { RunbookDetail } from "../../../contract/http/runbooks.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import { runbookLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Look } from "../../output/columns.ts";
import { factLines, timeFact } from "../../output/details.ts";
import { jsonText } from "../../output/json.ts";
import { lookOf } from "../../output/print.ts";
import { visibleText } from "../../output/visible.ts";

export type GetRunbookOptions = {
  readonly output: "text" | "json" | "yaml";
  readonly web?: boolean;
};

export function getRunbook(
  context: Context,
  word: string,
  version: string | undefined,
  { output, web }: GetRunbookOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const found = await findRunbook(api, word);
    if (!found.ok) return found;
    const name = found.value;
    const runbook =
      version === undefined
        ? await api.call(ROUTES.getRunbook, { path: { name } })
        : await api.call(ROUTES.getRunbookVersion, { path: { name, v: version } });
    if (!runbook.ok) return runbook;
    const look = lookOf(context, await api.nowMs());
    // YAML means the runbook itself, so that it can be edited and published again.
    if (output === "yaml") context.out(runbook.value.yamlContent);
    else context.out(output === "json" ? jsonText(runbook.value) : textOf(runbook.value, look));
    context.note(`Open ${runbookLink(api.url, name)}\n`);
    if (web === true) context.world.openBrowser(runbookLink(api.url, name));
    return ok(EXIT.ok);
  });
}

const textOf = (runbook: RunbookDetail, look: Look): string => {
  const facts = factLines(
    [
      ["Runbook", runbook.name],
      ["Version", `${runbook.version}, ${runbook.isActive ? "active" : "not active"}`],
      ["Automation", runbook.automationEnabled ? "on" : "off"],
      ["Published", timeFact(runbook.createdAt, look)],
      ["By", runbook.publishedBy],
      ["Overdue", `${runbook.overdueBehavior}${runbook.rerunInit ? ", init runs again" : ""}`],
      ["Last error", runbook.lastError],
      ["Error at", timeFact(runbook.lastErrorAt, look)],
    ],
    look,
  );
  return `${facts}\n${visibleText(runbook.yamlContent)}`;
};
