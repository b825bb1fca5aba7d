import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Local, startLocal, stop } from "../local/local-process.ts";
import { type Client, clientOf, devToken } from "./client.ts";

const RUNBOOK = `name: welcome
description: Everybody in the table is greeted.
data_source: {type: csv, primary_key: Person, batch_time: immediate, columns: [Person, Kind]}
init:
  - {name: prepare, worker_id: worker-01, function: Invoke-NoOp, params: {}}
phases:
  - name: greet
    offset: T-1d
    steps:
      - name: say-hello
        worker_id: worker-01
        function: "Invoke-{{Kind}}"
        params: {failTimes: 1, data: {said: hello}}
  - name: wave
    offset: T-0
    steps:
      - {name: wave, worker_id: worker-01, function: Invoke-NoOp, params: {}}
`;

let data: string;
let local: Local;
let api: Client;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "drover-api-"));
  local = await startLocal(["--data", data, "--port", "0"]);
  const { url, token } = devToken(data);
  api = clientOf(url, token);
}, 120_000);
afterAll(async () => {
  await stop(local, "SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it did not happen: ${what}`);
}

const batchIs = (id: number, fits: (batch: Record<string, unknown>) => boolean) =>
  until(async () => fits((await api("getBatch", { params: { id } })).body));

const phaseIs = (id: number, name: string, ...statuses: readonly string[]) =>
  until(async () => {
    const { body } = await api("listPhases", { params: { id } });
    return body.items.some(
      (phase: { phaseName: string; status: string }) =>
        phase.phaseName === name && statuses.includes(phase.status),
    );
  });

describe("a migration over HTTP", () => {
  test(
    "M-094 (part), R17 (part): a runbook is published once, however often it is " + "asked for",
    async () => {
      const body = { name: "welcome", yaml_content: RUNBOOK };
      const headers = { "idempotency-key": "publish-1" };
      const first = await api("publishRunbook", { body, headers });
      expect(first).toMatchObject({ status: 201, body: { name: "welcome", version: 1 } });
      const again = await api("publishRunbook", { body, headers });
      expect(again.body).toEqual(first.body);
      const other = { ...body, rerun_init: true };
      expect(await api("publishRunbook", { body: other, headers })).toMatchObject({
        status: 422,
        body: { code: "key-reused" },
      });
      const shown = await api("getRunbook", { params: { name: "welcome" } });
      expect(shown.body).toMatchObject({ version: 1, isActive: true, yamlContent: RUNBOOK });
      expect(shown.body.outline.phases).toHaveLength(2);
    },
  );

  test(
    "M-094 (part): a runbook with errors is refused with all of them, each with its " + "line",
    async () => {
      const yaml_content = RUNBOOK.replace("T-1d", "T-1 day").replace("Invoke-NoOp", "");
      const refused = await api("publishRunbook", { body: { name: "welcome", yaml_content } });
      expect(refused).toMatchObject({ status: 422, body: { code: "invalid-runbook" } });
      expect(refused.body.problems.length).toBeGreaterThanOrEqual(2);
      for (const problem of refused.body.problems) expect(problem.line).toBeGreaterThan(0);
      const checked = await api("validateRunbook", { body: { yaml_content } });
      expect(checked.body).toMatchObject({ valid: false, name: "welcome" });
      expect(checked.body.problems).toEqual(refused.body.problems);
    },
  );

  test(
    "M-094 (part), X-65 (part): a worker that nobody registered is refused unless " + "forced",
    async () => {
      const yaml_content = RUNBOOK.replace("welcome", "later").replaceAll("worker-01", "worker-99");
      const body = { name: "later", yaml_content };
      expect(await api("publishRunbook", { body })).toMatchObject({
        status: 422,
        body: { code: "unregistered-names", detail: expect.stringContaining("worker-99") },
      });
      expect((await api("publishRunbook", { body: { ...body, force: true } })).status).toBe(201);
    },
  );

  test("M-098: a preview shows rows and groups and makes nothing", async () => {
    const params = { name: "welcome" };
    expect(await api("previewQuery", { params })).toMatchObject({
      status: 422,
      body: { code: "query-failed" },
    });
    writeFileSync(join(data, "members", "welcome.csv"), "Person,Kind\nada,NoOp\nbob,NoOp\n");
    const { body } = await api("previewQuery", { params, body: { rows: 1 } });
    expect(body).toMatchObject({ rowCount: 2, rows: [{ Person: "ada", Kind: "NoOp" }] });
    expect(body.batchGroups.map(({ memberCount }: never) => memberCount)).toEqual([2]);
    expect((await api("listBatches")).body.items).toEqual([]);
    rmSync(join(data, "members", "welcome.csv"));
  });

  test("M-099: the template has the columns the runbook needs", async () => {
    const template = await api("getTemplate", { params: { name: "welcome" } });
    expect(template.body).toBe("Person,Kind\r\n");
    expect(template.headers.get("content-disposition")).toContain("welcome-members.csv");
  });

  test(
    "M-090 (part), M-092 (part), M-100 (part): a table with problems is refused, " +
      "each told with its line",
    async () => {
      const body = "Person,Kind\nada,NoOp\n,NoOp\nADA,NoOp\nbob\n";
      const refused = await api("createBatch", { query: { runbookName: "welcome" }, body });
      expect(refused).toMatchObject({ status: 422, body: { code: "invalid-csv" } });
      const lines = refused.body.problems.map(({ line, code }: never) => `${line} ${code}`);
      expect(lines).toEqual(["3 csv-key-empty", "4 csv-key-duplicate", "5 csv-ragged-row"]);
    },
  );

  test("M-100 (part), M-103 (part), R17 (part): created from CSV, advanced by its ETag, " +
    "failed, retried, done, exported", async () => {
    const body = "Person,Kind\nada,NoOp\n=cmd,NoOp\nbob,Script\n";
    const query = { runbookName: "welcome" };
    const headers = { "idempotency-key": "create-1" };
    const made = await api("createBatch", { query, body, headers });
    expect(made).toMatchObject({ status: 201, body: { memberCount: 3, problems: [] } });
    const { id } = made.body;
    expect((await api("createBatch", { query, body, headers })).body.id).toBe(id);
    const params = { id };
    const seen = (await api("getBatch", { params })).headers.get("etag") ?? "";
    const init = await api("advanceBatch", { params, headers: { "if-match": seen } });
    expect(init).toMatchObject({ status: 202, body: { dispatched: "init" } });
    expect(await api("advanceBatch", { params, headers: { "if-match": seen } })).toMatchObject({
      status: 412,
      body: { code: "batch-changed" },
    });
    await batchIs(id, ({ status }) => status === "active");
    expect((await api("advanceBatch", { params })).body).toMatchObject({ phaseName: "greet" });
    await phaseIs(id, "greet", "completed", "failed");
    await batchIs(id, ({ memberCounts }) => (memberCounts as { failed: number }).failed === 1);
    const failed = await api("listMembers", { params, query: { status: "failed" } });
    expect(failed.body.items.map(({ memberKey }: never) => memberKey)).toEqual(["bob"]);
    const steps = await api("listSteps", { params, query: { status: "failed" } });
    expect(steps.body.items[0].errorMessage).toContain("Failed as told");
    const retried = await api("retryFailed", { params, body: {} });
    expect(retried.body).toMatchObject({ retried: 1, refused: 0, changed: true });
    await batchIs(id, ({ memberCounts }) => (memberCounts as { failed: number }).failed === 0);
    await until(async () => (await api("advanceBatch", { params })).status === 202);
    await batchIs(id, ({ status }) => status === "completed");
    const csv = (await api("exportMembers", { params })).body.split("\r\n");
    expect(csv[0]).toBe("member,status,added_at,failed_at,removed_at,Person,Kind");
    expect(csv[2]).toMatch(/^'=cmd,active,.*,'=cmd,NoOp$/);
    expect(csv).toHaveLength(5);
    expect(await api("advanceBatch", { params })).toMatchObject({ status: 409 });
  }, 120_000);

  test(
    "M-101 (part), M-103 (part): members come and go, the batch is paused, resumed " +
      "and called off",
    async () => {
      const query = { runbookName: "welcome" };
      const { id } = (await api("createBatch", { query, body: "Person,Kind\neve,NoOp\n" })).body;
      const params = { id };
      const added = await api("addMembers", { params, body: "Person,Kind\neve,NoOp\nmax,NoOp\n" });
      expect(added.body).toMatchObject({ added: 1, skipped: 1 });
      const [eve] = (await api("listMembers", { params })).body.items;
      expect((await api("getMember", { params: { id, memberId: eve.id } })).body).toEqual(eve);
      const removed = await api("removeMember", { params: { id, memberId: eve.id } });
      expect(removed.body).toMatchObject({ memberKey: "eve", status: "removed" });
      expect((await api("pauseBatch", { params, body: {} })).body.changed).toBe(true);
      expect((await api("getBatch", { params })).body.isPaused).toBe(true);
      expect((await api("resumeBatch", { params })).body.changed).toBe(true);
      const budget = { failedMax: 3, failedPercentMax: null, sampleMin: 1 };
      expect((await api("setBudget", { params, body: { budget } })).body.changed).toBe(true);
      const called = await api("cancelBatch", { params, body: { reason: "a rehearsal" } });
      expect(called).toMatchObject({ status: 202, body: { id } });
      await batchIs(id, ({ statusReason }) => statusReason === "cancelled");
      const shown = (await api("getBatch", { params })).body;
      expect(shown).toMatchObject({ status: "failed", cancelledBy: "demo-admin@drover.local" });
      expect(await api("pauseBatch", { params, body: {} })).toMatchObject({ status: 409 });
    },
  );

  test(
    "M-096, M-097: a version is turned off once; automation is told with who " + "switched it",
    async () => {
      const params = { name: "later", v: 1 };
      expect((await api("deactivateRunbookVersion", { params })).body.isActive).toBe(false);
      expect(await api("deactivateRunbookVersion", { params })).toMatchObject({
        status: 409,
        body: { code: "version-inactive" },
      });
      const on = await api("setAutomation", {
        params: { name: "welcome" },
        body: { automationEnabled: true },
      });
      expect(on.body).toMatchObject({
        automationEnabled: true,
        enabledBy: "demo-admin@drover.local",
      });
      expect((await api("getAutomation", { params: { name: "welcome" } })).body).toEqual(on.body);
    },
  );

  test("M-095: versions are listed and compared line by line", async () => {
    const yaml_content = RUNBOOK.replace("T-1d", "T-2d");
    await api("publishRunbook", { body: { name: "welcome", yaml_content } });
    const params = { name: "welcome" };
    const versions = await api("listRunbookVersions", { params });
    expect(versions.body.items.map(({ version }: never) => version)).toEqual([2, 1]);
    const diff = await api("diffRunbook", { params, query: { from: 1, to: 2 } });
    expect(diff.body).toMatchObject({ added: 1, removed: 1 });
    const changed = diff.body.lines.filter(({ kind }: { kind: string }) => kind !== "same");
    expect(changed.map(({ text }: { text: string }) => text.trim())).toEqual([
      "offset: T-1d",
      "offset: T-2d",
    ]);
    expect((await api("getRunbookVersion", { params: { name: "welcome", v: 1 } })).status).toBe(
      200,
    );
  });

  test(
    "the overview tells what runs, and workers, limits and attention have their " + "lists",
    async () => {
      const overview = (await api("getOverview")).body;
      expect(overview.runningCount).toBeGreaterThanOrEqual(0);
      expect((await api("listWorkers")).body.items[0].workerId).toBe("worker-01");
      const key = "worker:worker-01";
      expect((await api("setLimit", { params: { key }, body: { most: 7 } })).status).toBe(200);
      expect((await api("listLimits")).body.items).toEqual([{ key, most: 7 }]);
      expect((await api("listAttention")).body.items).toEqual([]);
      expect((await api("listIncidents")).body.items).toEqual([]);
      expect((await api("redriveIncidents", { body: { all: true } })).body.matched).toBe(0);
      expect((await api("redriveIncidents", { body: {} })).status).toBe(400);
    },
  );
});
