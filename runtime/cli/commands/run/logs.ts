/** `drover run logs`: what the agents of a run reported; with --follow it goes on. The log comes in
 *  numbered pages, so what is new is found by asking for the last page again. */

import { ROUTES } from "../../../contract/http/routes.ts";
import type { RunLogs } from "../../../contract/http/run-logs.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { jsonLines } from "../../output/json.ts";
import { visibleLine } from "../../output/visible.ts";
import { findRun } from "./find-run.ts";

export type RunLogsOptions = { readonly output: "text" | "jsonl"; readonly follow?: boolean };

const LOOK_MS = 2_000;
const PAGE_SIZE = LIMITS.pageSizeMax;

type Entry = RunLogs["logs"][number];

export function runLogs(
  context: Context,
  word: string,
  { output, follow }: RunLogsOptions,
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const run_id = await findRun(api, word);
    if (!run_id.ok) return run_id;
    const stop = follow === true ? context.world.interrupts() : null;
    let seen = 0;
    while (true) {
      const entries = await entriesAfter(api, run_id.value, seen);
      if (!entries.ok) return entries;
      seen += entries.value.length;
      for (const entry of entries.value)
        context.out(output === "text" ? lineOf(entry, context) : jsonLines([entry]));
      // A full page: there may be more already.
      if (entries.value.length > 0 && seen % PAGE_SIZE === 0) continue;
      if (stop === null) return ok(EXIT.ok);
      if (stop.aborted) return ok(EXIT.interrupted);
      await context.world.sleep(LOOK_MS, stop);
    }
  });
}

async function entriesAfter(
  api: Api,
  run_id: string,
  seen: number,
): Promise<Result<readonly Entry[], CliError>> {
  const query = { page: Math.floor(seen / PAGE_SIZE) + 1, page_size: PAGE_SIZE };
  const page = await api.call(ROUTES.getRunLogs, { path: { run_id }, query });
  return page.ok ? ok(page.value.logs.slice(seen % PAGE_SIZE)) : page;
}

function lineOf(
  { timestamp, scenario_name, severity, event_type, message }: Entry,
  { paint }: Context,
) {
  const mark = severity === "error" ? paint.bad : paint.faint;
  const text = visibleLine(message);
  return `${paint.faint(timestamp)}  ${scenario_name}  ${mark(severity)}  ${event_type}  ${text}\n`;
}
