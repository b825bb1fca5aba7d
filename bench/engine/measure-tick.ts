/** How long a tick takes that finds a source full of members and all of them as they were: the
 *  file is read, checked and compared with the rows, and nothing is written. */
import { writeFileSync } from "node:fs";
import { RunbookName } from "../../runtime/contract/identifiers.ts";
import { openScheduler } from "../../runtime/scheduler/open-scheduler.ts";
import type { TickReport } from "../../runtime/scheduler/scheduler.ts";
import { sourcesByType } from "../../runtime/sources/by-type.ts";
import { csvSource } from "../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../runtime/sources/csv/members-folder.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { type BenchPlatform, openBenchPlatform } from "./bench-platform.ts";
import { WORKER } from "./bench-runbook.ts";
import { granted } from "./run-batch.ts";

const MEMBERS = 100_000;
const ROUNDS = 3;
const WARM_UPS = 1;
const BUDGET_MS = 3_000;
const NAME = RunbookName.parse("unchanged");
const YEAR_MS = 365 * 86_400_000;

const RUNBOOK = `name: ${NAME}
data_source:
  type: csv
  primary_key: key
  batch_time_column: start
  columns: [key, start, department, mailbox]
phases:
  - name: work
    offset: T-0
    steps:
      - name: only
        worker_id: ${WORKER}
        function: Invoke-NoOp
        params: {Member: "{{key}}"}
`;

export async function measureTick(options: BenchOptions) {
  const members = options.members ?? MEMBERS;
  const rounds = options.rounds ?? ROUNDS;
  const warmUps = options.warmUp ?? WARM_UPS;
  const platform = await openBenchPlatform();
  try {
    const tick = await prepare(platform, members);
    const times: number[] = [];
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const started = performance.now();
      const { unchanged } = foundIn(await tick());
      times.push(performance.now() - started);
      if (unchanged !== members) throw new Error(`${unchanged} of ${members} were unchanged`);
    }
    const tickMs = Math.round(median(times.slice(warmUps)));
    const withinBudget = tickMs <= BUDGET_MS;
    const table =
      `a tick over ${members} unchanged members takes ${tickMs} ms (median of ${rounds}), ` +
      `${withinBudget ? "within" : "OVER"} the budget of ${BUDGET_MS} ms\n`;
    return { members, tickMs, rounds, withinBudget, table };
  } finally {
    await platform.close();
  }
}

/** The file is written and its members are taken in: every tick from here on finds no news. */
async function prepare(platform: BenchPlatform, members: number) {
  const { engine, store, clock, folder } = platform;
  const start = new Date(clock.now().getTime() + YEAR_MS).toISOString();
  const line = (_: unknown, index: number): string =>
    `person-${index}@contoso.example,${start},department-${index % 40},mailbox-${index}`;
  const lines = Array.from({ length: members }, line);
  writeFileSync(`${folder}/${NAME}.csv`, ["key,start,department,mailbox", ...lines, ""].join("\n"));
  granted(await engine.publishRunbook({ yaml: RUNBOOK, publishedBy: "bench" }));
  granted(await engine.setAutomation(NAME, true, "bench"));
  const sources = sourcesByType({ csv: csvSource(membersFolder(folder)) });
  const observe = (fault: unknown) => process.stderr.write(`${JSON.stringify(fault)}\n`);
  const owner = platform.owner;
  const scheduler = openScheduler({ store, engine, sources, clock, owner, observe });
  const { added } = foundIn(await scheduler.tick());
  if (added !== members) throw new Error(`${added} of ${members} members were taken in`);
  return scheduler.tick;
}

function foundIn(report: TickReport) {
  const [runbook] = report.runbooks;
  if (report.outcome !== "done" || runbook === undefined || runbook.outcome !== "looked") {
    throw new Error(`the tick said ${JSON.stringify(report)}`);
  }
  return runbook.found;
}
