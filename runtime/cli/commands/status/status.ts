/** `drover status`: what runs, what needs a person, what is due next. */
import type { Overview } from "../../../contract/http/overview.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { batchState, batchTone } from "../../output/batch-state.ts";
import { type Column, type Look, listTable } from "../../output/columns.ts";
import { factLines } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";

type Running = Overview["running"][number];
type NotBegun = Overview["notBegun"][number];
type Failing = Overview["failingRunbooks"][number];
type Due = Overview["nextDue"][number];

const RUNNING: readonly Column<Running>[] = [
  { heading: "BATCH", of: ({ id }) => id, kind: "number" },
  {
    heading: "RUNBOOK",
    of: ({ runbookName, runbookVersion }) => `${runbookName} v${runbookVersion}`,
  },
  { heading: "STATUS", of: batchState, tone: batchTone },
  { heading: "PHASE", of: ({ currentPhase }) => currentPhase },
  { heading: "DONE", of: ({ progress: { done, total } }) => `${done}/${total}` },
  { heading: "FAILED", of: ({ progress }) => progress.failed, kind: "number" },
];
const NOT_BEGUN: readonly Column<NotBegun>[] = [
  { heading: "NOT BEGUN", of: ({ id }) => id, kind: "number" },
  {
    heading: "RUNBOOK",
    of: ({ runbookName, runbookVersion }) => `${runbookName} v${runbookVersion}`,
  },
  { heading: "MEMBERS", of: ({ memberCounts }) => memberCounts.active, kind: "number" },
  { heading: "BEGIN WITH", of: ({ id }) => `drover batch advance ${id}` },
];
const FAILING: readonly Column<Failing>[] = [
  { heading: "FAILING RUNBOOK", of: ({ runbookName }) => runbookName },
  { heading: "SINCE", of: ({ since }) => since, kind: "time" },
  { heading: "WHY", of: ({ error }) => error },
];
const DUE: readonly Column<Due>[] = [
  { heading: "DUE", of: ({ dueAt }) => dueAt, kind: "time" },
  { heading: "BATCH", of: ({ batchId }) => batchId, kind: "number" },
  { heading: "RUNBOOK", of: ({ runbookName }) => runbookName },
  { heading: "PHASE", of: ({ phaseName }) => phaseName },
  { heading: "MEMBERS", of: ({ members }) => members, kind: "number" },
];

export function showStatus(
  context: Context,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const overview = await api.call(ROUTES.getOverview);
    if (!overview.ok) return overview;
    const look = lookOf(context, Date.parse(overview.value.now));
    printItem(context, output, overview.value, (shown) => statusText(shown, look));
    context.note(hintOf(overview.value));
    context.note(`Open ${api.url}\n`);
    return ok(EXIT.ok);
  });
}

function statusText(overview: Overview, look: Look): string {
  const { running, notBegun, failingRunbooks, nextDue, engine } = overview;
  const facts = factLines(
    [
      ["Running", overview.runningCount],
      ["Not begun", overview.notBegunCount],
      ["Needs a person", overview.attentionCount],
      ["Open incidents", overview.openIncidents],
      ["Failing runbooks", failingRunbooks.length],
      ["Jobs under way", engine.inFlight],
    ],
    look,
  );
  const tables = [
    ...(failingRunbooks.length === 0 ? [] : [listTable(failingRunbooks, FAILING, look)]),
    ...(running.length === 0 ? [] : [listTable(running, RUNNING, look)]),
    ...(notBegun.length === 0 ? [] : [listTable(notBegun, NOT_BEGUN, look)]),
    ...(nextDue.length === 0 ? [] : [listTable(nextDue, DUE, look)]),
  ];
  return [facts, ...tables].join("\n");
}

function hintOf({ attentionCount, openIncidents, failingRunbooks: [failing] }: Overview): string {
  const hints = [
    ...(failing === undefined
      ? []
      : [`See what its source shows with \`drover query preview ${failing.runbookName}\`\n`]),
    ...(attentionCount === 0 ? [] : ["See what waits with `drover batch attention`\n"]),
    ...(openIncidents === 0 ? [] : ["See them with `drover incident list`\n"]),
  ];
  return hints.join("");
}
