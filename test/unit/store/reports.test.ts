import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { BatchDetail, BatchSummary } from "../../../runtime/contract/http/batches.ts";
import { Member } from "../../../runtime/contract/http/members.ts";
import { PhaseExecution } from "../../../runtime/contract/http/phases.ts";
import { StepExecution } from "../../../runtime/contract/http/steps.ts";
import { PhaseName, RunbookName, WorkerId } from "../../../runtime/contract/identifiers.ts";
import { BatchId, MemberId } from "../../../runtime/contract/ids.ts";
import type { Exchange } from "../../../runtime/hosts/embedded/open-exchange.ts";
import { compileOperation } from "../../../runtime/store/operations/operation.ts";
import { REPORT_OPERATIONS } from "../../../runtime/store/operations/report/all.ts";
import type { Place, ReportPage } from "../../../runtime/store/reports.ts";
import { sqliteTools } from "../../../runtime/store/sqlite/dialect.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { until } from "../../e2e/local/database.ts";
import { allPages, openScripted, type ScriptedPlatform } from "../queries/scripted-platform.ts";

const WEST = WorkerId.parse("west");
const NAME = RunbookName.parse("everybody");
const PEOPLE = 25;
/** Everybody whose number is a multiple of ten fails. */
const RUNBOOK = `name: ${NAME}
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
        output_params: {made: id}
      - {name: check, worker_id: west, function: Invoke-Script, params: {data: {of: "{{made}}"}}}
`;

/** In the order of ids, and left after so many rows. */
const LEFT_AT_THE_LIMIT = /^SCAN (?:counted|batch_rows|audit_log)$/;

let exchange: Exchange;
let opened: ScriptedPlatform;
const batchId = BatchId.parse(1);
const endOf = (index: number): string => (index % 10 === 0 ? "throw" : "answer");

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "drover-reports-"));
  const rows = Array.from({ length: PEOPLE }, (_, at) => `member-${at},${endOf(at)}`);
  writeFileSync(join(folder, `${NAME}.csv`), ["key,end", ...rows, ""].join("\n"));
  opened = await openScripted(folder, [
    { workerId: WEST, idempotency: "natural-key", concurrency: 7 },
  ]);
  exchange = opened.exchange;
  await opened.begin(RUNBOOK, NAME);
  await until("the batch has ended", async () => {
    const batch = answerOf(await exchange.store.batches.read(batchId));
    return batch?.batch.endedAt != null;
  });
});

afterAll(() => opened.close());

const stepsBy = (filters: Parameters<Exchange["reports"]["steps"]>[1]["filters"], most = 7) =>
  allPages(async (after) =>
    answerOf(await exchange.reports.steps(batchId, { filters, after, most })),
  );

describe("reports", () => {
  test("M-100 (part): a batch is shown with its counts, as its schema promises", async () => {
    const [batch] = answerOf(
      await exchange.reports.batches({ filters: {}, after: null, most: 10 }),
    ).rows;
    expect(BatchSummary.parse(batch)).toEqual(batch);
    expect(batch).toMatchObject({
      id: batchId,
      runbookName: NAME,
      status: "completed",
      currentPhase: "first",
      memberCounts: { active: 22, removed: 0, failed: 3 },
    });
    const detail = answerOf(await exchange.reports.batch(batchId));
    expect(BatchDetail.omit({ phases: true }).parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({ cancelledBy: null, cancelledAt: null });
    expect(detail?.changeCount).toBeGreaterThan(0);
    expect(answerOf(await exchange.reports.batch(BatchId.parse(99)))).toBeNull();
  });

  test("M-100 (part): the list of batches is narrowed by runbook, status and kind", async () => {
    const count = async (filters: object): Promise<number> =>
      answerOf(await exchange.reports.batches({ filters, after: null, most: 10 })).rows.length;
    expect(await count({ runbookName: NAME, status: "completed", isManual: false })).toBe(1);
    expect(await count({ isManual: true })).toBe(0);
    expect(await count({ status: "active" })).toBe(0);
    expect(await count({ runbookName: RunbookName.parse("other") })).toBe(0);
  });

  test("M-102 (part): phases tell how many got through them", async () => {
    const phases = answerOf(await exchange.reports.phases(batchId));
    expect(phases.map((phase) => PhaseExecution.parse(phase))).toEqual(phases);
    expect(phases).toMatchObject([
      {
        phaseName: "first",
        memberCounts: { total: PEOPLE, succeeded: 22, failed: 3, remaining: 0 },
      },
    ]);
  });

  test("M-101 (part): members come in pages, each once, with their outputs", async () => {
    const members = await allPages(async (after) =>
      answerOf(await exchange.reports.members(batchId, { filters: {}, after, most: 4 })),
    );
    expect(members.map((member) => Member.parse(member))).toEqual(members);
    expect(new Set(members.map(({ memberKey }) => memberKey)).size).toBe(PEOPLE);
    expect(members.find(({ memberKey }) => memberKey === "member-7")).toMatchObject({
      data: { key: "member-7" },
      workerData: { made: "id of member-7" },
    });
    const failed = await allPages(async (after) =>
      answerOf(
        await exchange.reports.members(batchId, { filters: { status: "failed" }, after, most: 2 }),
      ),
    );
    expect(failed.map(({ memberKey }) => memberKey).sort()).toEqual([
      "member-0",
      "member-10",
      "member-20",
    ]);
  });

  test("M-102 (part): steps come in pages, each once, with phase, member and job", async () => {
    const steps = await stepsBy({});
    expect(steps.map((step) => StepExecution.parse(step))).toEqual(steps);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    expect(steps).toHaveLength(1 + 2 * PEOPLE);
    expect(steps[0]).toMatchObject({ kind: "init", stepName: "look", memberKey: null });
    const check = steps.find(
      ({ stepName, memberKey }) => stepName === "check" && memberKey === "member-7",
    );
    expect(check).toMatchObject({
      phaseName: "first",
      params: { data: { of: "id of member-7" } },
    });
  });

  test("M-102 (part): steps are narrowed by status, kind, phase and member", async () => {
    const failed = await stepsBy({ status: "failed" });
    expect(failed.map(({ errorMessage }) => errorMessage)).toEqual([
      expect.stringContaining("it threw Error"),
      expect.stringContaining("it threw Error"),
      expect.stringContaining("it threw Error"),
    ]);
    expect(await stepsBy({ kind: "init" })).toHaveLength(1);
    const memberId = MemberId.parse(failed[0]?.memberId);
    const phaseName = PhaseName.parse("first");
    expect(await stepsBy({ memberId, phaseName, kind: "step", status: "failed" })).toEqual([
      failed[0],
    ]);
    expect(await stepsBy({ memberId, status: "succeeded" })).toEqual([]);
  });

  test("each page tells how many rows fit, on the first page and on the last", async () => {
    const { reports } = exchange;
    const totals = async (
      page: (after: Place | null) => Promise<ReportPage<unknown>>,
    ): Promise<readonly unknown[]> => {
      const first = await page(null);
      return [first.total, (await page(first.next)).total];
    };
    const steps = (filters: Parameters<Exchange["reports"]["steps"]>[1]["filters"]) =>
      totals(async (after) => answerOf(await reports.steps(batchId, { filters, after, most: 1 })));
    const twice = (count: number) => [
      { count, isCapped: false },
      { count, isCapped: false },
    ];
    const phaseName = PhaseName.parse("first");
    expect(await steps({})).toEqual(twice(1 + 2 * PEOPLE));
    expect(await steps({ status: "failed" })).toEqual(twice(3));
    expect(await steps({ phaseName, kind: "step" })).toEqual(twice(2 * PEOPLE));
    expect(await steps({ phaseName, status: "succeeded" })).toEqual(twice(2 * (PEOPLE - 3)));
    const member = answerOf(
      await reports.members(batchId, { filters: {}, after: [1], most: 1 }),
    ).rows.map(({ id }) => id)[0];
    expect(await steps({ memberId: MemberId.parse(member) })).toEqual(twice(2));
    const after = [9];
    const batches = (filters: object) => reports.batches({ filters, after, most: 1 });
    const countOf = async (filters: object) => answerOf(await batches(filters)).total?.count;
    expect(await countOf({})).toBe(1);
    expect(await countOf({ runbookName: NAME, status: "completed", isManual: false })).toBe(1);
    expect(await countOf({ isManual: true })).toBe(0);
  });

  test("no page and no count reads a whole table or sorts a whole batch", () => {
    const database = new DatabaseSync(opened.path, { readOnly: true });
    const pages = REPORT_OPERATIONS.filter(({ name }) => name.includes("page"));
    const plans = pages.map((operation) => {
      const { sql, bind } = compileOperation(operation, sqliteTools());
      const cells = bind(operation.takes.map(() => 1));
      const plan = database.prepare(`explain query plan ${sql}`).all(...cells);
      return { name: operation.name, steps: plan.map(({ detail }) => String(detail)) };
    });
    database.close();
    const slow = plans.flatMap(({ name, steps }) =>
      steps
        .filter((step) => /^SCAN (?!b$|p$)|USE TEMP B-TREE FOR ORDER BY/.test(step))
        .filter((step) => !(name.startsWith("count") && LEFT_AT_THE_LIMIT.test(step)))
        .map((step) => `${name}: ${step}`),
    );
    expect(slow).toEqual([]);
  });
});
