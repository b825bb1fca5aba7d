/** `drover run list|get|status|resources|principals`: HayMaker runs can only be looked at. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { RunResources, RunServicePrincipals } from "../../../contract/http/run-resources.ts";
import type { RunDetail, RunList, RunsStatus } from "../../../contract/http/runs.ts";
import { ok } from "../../../contract/result.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type Column, type Look, listTable } from "../../output/columns.ts";
import { factLines, timeFact } from "../../output/details.ts";
import type { ItemForm, ListForm } from "../../output/forms.ts";
import { lookOf, printItem, printList } from "../../output/print.ts";
import { statusTone } from "../../output/status-tone.ts";
import { findRun } from "./find-run.ts";

type Items = { readonly output: ListForm };
type Item = { readonly output: ItemForm };

const RUNS: readonly Column<RunList["runs"][number]>[] = [
  { heading: "RUN", of: ({ run_id }) => run_id },
  { heading: "STATUS", of: ({ status }) => status, tone: ({ status }) => statusTone(status) },
  { heading: "SCENARIOS", of: ({ scenarios_count }) => scenarios_count, kind: "number" },
  { heading: "RESOURCES", of: ({ resources_created }) => resources_created, kind: "number" },
  { heading: "CLEANUP", of: ({ cleanup_status }) => cleanup_status },
  { heading: "STARTED", of: ({ started_at }) => started_at, kind: "time" },
  { heading: "ENDED", of: ({ ended_at }) => ended_at, kind: "time" },
];
const SCENARIOS: readonly Column<RunDetail["scenarios"][number]>[] = [
  { heading: "SCENARIO", of: ({ scenario_name }) => scenario_name },
  { heading: "STATUS", of: ({ status }) => status, tone: ({ status }) => statusTone(status) },
  { heading: "RESOURCES", of: ({ resources_created }) => resources_created, kind: "number" },
  { heading: "CLEANUP", of: ({ cleanup_status }) => cleanup_status },
  { heading: "PRINCIPAL", of: ({ sp_name }) => sp_name },
];
const RESOURCES: readonly Column<RunResources["resources"][number]>[] = [
  { heading: "SCENARIO", of: ({ scenario_name }) => scenario_name },
  { heading: "TYPE", of: ({ resource_type }) => resource_type },
  { heading: "STATUS", of: ({ status }) => status },
  { heading: "CREATED", of: ({ created_at }) => created_at, kind: "time" },
  { heading: "DELETED", of: ({ deleted_at }) => deleted_at, kind: "time" },
  { heading: "ID", of: ({ resource_id }) => resource_id },
];
const PRINCIPALS: readonly Column<RunServicePrincipals["service_principals"][number]>[] = [
  { heading: "SCENARIO", of: ({ scenario_name }) => scenario_name },
  { heading: "PRINCIPAL", of: ({ sp_name }) => sp_name },
  { heading: "STATUS", of: ({ status }) => status },
  { heading: "CREATED", of: ({ created_at }) => created_at, kind: "time" },
  { heading: "DELETED", of: ({ deleted_at }) => deleted_at, kind: "time" },
  { heading: "ID", of: ({ sp_id }) => sp_id },
];

export const listRuns = (
  context: Context,
  { output, limit }: Items & { readonly limit: number },
): Promise<CommandResult> =>
  connected(context, async (api) => {
    const runs = await api.call(ROUTES.listRuns, { query: { limit } });
    if (!runs.ok) return runs;
    const nowMs = await api.nowMs();
    const empty = "There has been no run yet.";
    printList(context, output, { items: runs.value.runs, columns: RUNS, nowMs, empty });
    return ok(EXIT.ok);
  });

/** What is asked of one run, whichever way it was named. */
const ofRun = (
  context: Context,
  word: string,
  show: (api: Api, path: { readonly run_id: string }) => Promise<CommandResult>,
): Promise<CommandResult> =>
  connected(context, async (api) => {
    const run_id = await findRun(api, word);
    return run_id.ok ? show(api, { run_id: run_id.value }) : run_id;
  });

export const getRun = (context: Context, word: string, { output }: Item): Promise<CommandResult> =>
  ofRun(context, word, async (api, path) => {
    const run = await api.call(ROUTES.getRun, { path });
    if (!run.ok) return run;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, run.value, (shown) => runText(shown, look));
    return ok(EXIT.ok);
  });

export const runsStatus = (context: Context, { output }: Item): Promise<CommandResult> =>
  connected(context, async (api) => {
    const status = await api.call(ROUTES.getStatus);
    if (!status.ok) return status;
    const look = lookOf(context, await api.nowMs());
    printItem(context, output, status.value, (shown) => statusText(shown, look));
    return ok(EXIT.ok);
  });

export const listResources = (
  context: Context,
  word: string,
  { output }: Items,
): Promise<CommandResult> =>
  ofRun(context, word, async (api, path) => {
    const found = await api.call(ROUTES.listRunResources, { path });
    if (!found.ok) return found;
    const { resources: items } = found.value;
    const nowMs = await api.nowMs();
    const empty = "The run created nothing.";
    printList(context, output, { items, columns: RESOURCES, nowMs, empty });
    return ok(EXIT.ok);
  });

export const listPrincipals = (
  context: Context,
  word: string,
  { output }: Items,
): Promise<CommandResult> =>
  ofRun(context, word, async (api, path) => {
    const found = await api.call(ROUTES.listRunServicePrincipals, { path });
    if (!found.ok) return found;
    const { service_principals: items } = found.value;
    const nowMs = await api.nowMs();
    const empty = "The run made no principal.";
    printList(context, output, { items, columns: PRINCIPALS, nowMs, empty });
    return ok(EXIT.ok);
  });

function runText(run: RunDetail, look: Look): string {
  const { expected_deleted, actually_deleted, forced_deletions } = run.cleanup_verification;
  const facts = factLines(
    [
      ["Run", run.run_id],
      ["Status", run.status],
      ["Started", timeFact(run.started_at, look)],
      ["Ended", timeFact(run.ended_at, look)],
      ["Resources", run.total_resources],
      [
        "Cleanup",
        `${actually_deleted} of ${expected_deleted} deleted, ${forced_deletions} by force`,
      ],
    ],
    look,
  );
  return `${facts}\n${listTable(run.scenarios, SCENARIOS, look)}`;
}

const statusText = (status: RunsStatus, look: Look): string =>
  factLines(
    [
      ["Status", status.status],
      ["Run", status.current_run_id],
      ["Started", timeFact(status.started_at, look)],
      ["Ends", timeFact(status.scheduled_end_at, look)],
      ["Under way", status.active_runs.join(", ")],
    ],
    look,
  );
