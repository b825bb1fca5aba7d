/** `drover audit list`: who changed what, and who read member data. */
import type { AuditEntry } from "../../../contract/http/audit.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import { cutNote, listed } from "../../client/pages.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { instantOf, type Moment } from "../../table/flag-values.ts";

export type AuditOptions = {
  readonly output: ListForm;
  readonly limit: number;
  readonly actor?: string;
  readonly since?: Moment;
};

const COLUMNS: readonly Column<AuditEntry>[] = [
  { heading: "AT", of: ({ at }) => at, kind: "time" },
  { heading: "WHO", of: ({ actor }) => actor },
  { heading: "DID", of: ({ action }) => action },
  { heading: "ANSWER", of: ({ status }) => status, kind: "number" },
  { heading: "TARGET", of: ({ target }) => target },
];

export function listAudit(
  context: Context,
  { output, limit, actor, since }: AuditOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    // The audit is kept by the wall clock, which no simulation hurries.
    const nowMs = context.world.nowMs();
    const from = since === undefined ? null : instantOf(since, nowMs);
    const goesOn = from === null ? undefined : ({ at }: AuditEntry) => at >= from;
    const entries = await listed(api, ROUTES.listAudit, { query: { actor } }, limit, goesOn);
    if (!entries.ok) return entries;
    const empty = "Nobody has done anything yet.";
    printList(context, output, { items: entries.value.items, columns: COLUMNS, nowMs, empty });
    context.note(cutNote(entries.value));
    return ok(EXIT.ok);
  });
}
