/** A platform on a real file with two batches: one that ran to its end with failures, and one that
 *  is held up by a step whose end nobody saw. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunbookName, WorkerId } from "../../../runtime/contract/identifiers.ts";
import { BatchId } from "../../../runtime/contract/ids.ts";
import type { Orders } from "../../../runtime/orchestrator/orders.ts";
import type { EventParts } from "../../../runtime/queries/events.ts";
import type { OverviewParts } from "../../../runtime/queries/overview.ts";
import type { QueryParts } from "../../../runtime/queries/parts.ts";
import type { Runbooks } from "../../../runtime/store/runbooks.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { until } from "../../e2e/local/database.ts";
import { openScripted, type ScriptedPlatform } from "./scripted-platform.ts";

export const RUNBOOK_NAME = RunbookName.parse("everybody");
export const PEOPLE = 25;
const HELD_NAME = RunbookName.parse("held");
const WEST = WorkerId.parse("west");
const EAST = WorkerId.parse("east");
const MONTH_MS = 2_592_000_000;

/** Everybody whose number is a multiple of ten fails, twice. */
const RUNBOOK = `name: ${RUNBOOK_NAME}
data_source: {type: csv, primary_key: key, batch_time: immediate, columns: [key, end]}
init:
  - {name: look, worker_id: west, function: Invoke-Script, params: {data: {seen: true}}}
phases:
  - name: first
    offset: T-0
    steps:
      - name: make
        worker_id: west
        function: Invoke-Script
        params: {data: {id: "id of {{key}}"}, end: "{{end}}"}
        retry: {max_retries: 1, interval: 1s}
      - {name: check, worker_id: west, function: Invoke-Script, params: {data: {of: "{{key}}"}}}
`;

/** What east does is done once and never blindly again. */
const HELD = `name: ${HELD_NAME}
data_source: {type: csv, primary_key: key, batch_time_column: at, columns: [key, at, end]}
phases:
  - name: first
    offset: T-60d
    steps:
      - {name: once, worker_id: east, function: Invoke-Script, params: {end: "{{end}}"}}
  - name: later
    offset: T-0
    steps:
      - {name: last, worker_id: east, function: Invoke-Script, params: {end: answer}}
`;

const endOf = (index: number): string => (index % 10 === 0 ? "throw" : "answer");

export type Stage = {
  readonly path: string;
  readonly parts: QueryParts;
  readonly events: EventParts;
  readonly overview: OverviewParts;
  readonly runbooks: Runbooks;
  readonly orders: Orders;
  readonly scripted: ScriptedPlatform;
  readonly close: () => Promise<void>;
};

/** Who is in each source. */
function writeMembers(): string {
  const folder = mkdtempSync(join(tmpdir(), "drover-questions-"));
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, `${name}.csv`), [...lines, ""].join("\n"));
  write(RUNBOOK_NAME, [
    "key,end",
    ...Array.from({ length: PEOPLE }, (_, at) => `member-${at},${endOf(at)}`),
  ]);
  const at = new Date(Date.now() + MONTH_MS).toISOString();
  write(HELD_NAME, ["key,at,end", `ada,${at},answer`, `bo,${at},throw`]);
  return folder;
}

async function beginBoth({ begin, exchange: { store } }: ScriptedPlatform): Promise<void> {
  await begin(RUNBOOK, RUNBOOK_NAME);
  await until("the first batch has ended", async () => {
    const batch = answerOf(await store.batches.read(BatchId.parse(1)));
    return batch?.batch.endedAt != null;
  });
  await begin(HELD, HELD_NAME);
  await until("the second batch waits for a person", async () => {
    const batch = answerOf(await store.batches.read(BatchId.parse(2)));
    const isQuiet = batch !== null && batch.batch.status === "active" && batch.batch.inFlight === 0;
    return isQuiet && answerOf(await store.records.attention(9)).length > 0;
  });
}

export async function openStage(): Promise<Stage> {
  const stage = await openScripted(writeMembers(), [
    { workerId: WEST, idempotency: "natural-key", concurrency: 7 },
    { workerId: EAST, idempotency: "none", concurrency: 2 },
  ]);
  const { store, reports } = stage.exchange;
  await beginBoth(stage);
  return {
    path: stage.path,
    parts: { reports, plan: stage.platform.engine.plan },
    events: { reports, records: store.records },
    orders: stage.platform.orders,
    scripted: stage,
    runbooks: store.runbooks,
    overview: {
      reports,
      records: store.records,
      incidents: store.incidents,
      runbooks: store.runbooks,
    },
    close: stage.close,
  };
}
