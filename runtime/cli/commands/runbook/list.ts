/** `drover runbook list` and `drover runbook versions`. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { RunbookSummary } from "../../../contract/http/runbooks.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";

type Options = { readonly output: ListForm };

const NAMED: readonly Column<RunbookSummary>[] = [
  { heading: "NAME", of: ({ name }) => name },
  { heading: "VERSION", of: ({ version }) => version, kind: "number" },
];
const ABOUT: readonly Column<RunbookSummary>[] = [
  { heading: "PUBLISHED", of: ({ createdAt }) => createdAt, kind: "time" },
  { heading: "BY", of: ({ publishedBy }) => publishedBy },
];
const COLUMNS: readonly Column<RunbookSummary>[] = [
  ...NAMED,
  { heading: "AUTOMATION", of: ({ automationEnabled }) => (automationEnabled ? "on" : "off") },
  ...ABOUT,
  { heading: "LAST ERROR", of: ({ lastError }) => lastError, tone: () => "bad" },
  { heading: "ABOUT", of: ({ description }) => description?.split("\n", 1)[0] ?? null },
];
const VERSION_COLUMNS: readonly Column<RunbookSummary>[] = [
  ...NAMED,
  { heading: "ACTIVE", of: ({ isActive }) => (isActive ? "yes" : "no") },
  ...ABOUT,
  { heading: "OVERDUE", of: ({ overdueBehavior }) => overdueBehavior },
];

export function listRunbooks(context: Context, { output }: Options): Promise<CommandResult> {
  return connected(context, async (api) => {
    const runbooks = await api.call(ROUTES.listRunbooks);
    if (!runbooks.ok) return runbooks;
    printList(context, output, {
      items: runbooks.value.items,
      columns: COLUMNS,
      nowMs: await api.nowMs(),
      empty: "No runbook is published. `drover runbook publish FILE` publishes one.",
    });
    return ok(EXIT.ok);
  });
}

export function listVersions(
  context: Context,
  word: string,
  { output }: Options,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const name = await findRunbook(api, word);
    if (!name.ok) return name;
    const versions = await api.call(ROUTES.listRunbookVersions, { path: { name: name.value } });
    if (!versions.ok) return versions;
    const nowMs = await api.nowMs();
    const { items } = versions.value;
    printList(context, output, { items, columns: VERSION_COLUMNS, nowMs, empty: "" });
    return ok(EXIT.ok);
  });
}
