// long: what an operator does to two batches, told in the order of their orders.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { WorkerManifest } from "../../../../runtime/contract/manifest.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { until } from "../../../e2e/local/database.ts";
import { openStage, PEOPLE, RUNBOOK_NAME, type Stage } from "../../queries/stage.ts";
import { given, type StagedApi, stageApi, toldBy } from "./staged-api.ts";

let stage: Stage;
let api: StagedApi;

beforeAll(async () => {
  stage = await openStage();
  api = stageApi(stage);
});
afterAll(() => stage.close());

const told = (path: string, init?: RequestInit) => toldBy(api, path, init);
const order = (path: string, body: object = {}, method = "POST") =>
  told(path, given(body, {}, method));

describe("tables and sources", () => {
  test("R55 (part): the members are exported with the columns of their data", async () => {
    const { body } = await told("/api/batches/1/export");
    const [head, ...lines] = String(body).trimEnd().split("\r\n");
    expect(head).toBe("member,status,added_at,failed_at,removed_at,end,key");
    expect(lines).toHaveLength(PEOPLE);
    expect(lines.filter((line) => line.includes(",failed,"))).toHaveLength(3);
  });

  test("M-098 (part): a source is shown as the batches it would make", async () => {
    const path = `/api/runbooks/${RUNBOOK_NAME}/query/preview`;
    const { body } = await order(path, { rows: 2 });
    expect(body).toMatchObject({ rowCount: PEOPLE, columns: ["key", "end"], problems: [] });
    expect(body.rows).toHaveLength(2);
    expect(body.batchGroups).toMatchObject([{ memberCount: PEOPLE }]);
    expect((await order("/api/runbooks/nobody/query/preview")).body.code).toBe("unknown-runbook");
  });

  test("a text is checked and its outline shown, or every problem with its line", async () => {
    const yaml = (await told(`/api/runbooks/${RUNBOOK_NAME}`)).body.yamlContent;
    const good = await order("/api/runbooks/validate", { yaml_content: yaml });
    expect(good.body).toMatchObject({ valid: true, name: RUNBOOK_NAME, problems: [] });
    expect(good.body.outline.phases[0].name).toBe("first");
    const bad = await order("/api/runbooks/validate", { yaml_content: "name: 'x' # its name\n" });
    expect(bad.body).toMatchObject({ valid: false, name: "x", outline: null });
    expect(bad.body.problems.length).toBeGreaterThan(0);
  });

  test("M-074 (part): a step without the poll its worker asks for is a warning", async () => {
    const { store } = stage.scripted.exchange;
    const [known] = answerOf(await store.workers.registered());
    const functions = known?.manifest.functions.map((one) => ({ ...one, polled: true })) ?? [];
    const manifest = WorkerManifest.parse({ workerId: "north", version: "1", functions });
    answerOf(await store.workers.register([manifest]));
    const yaml = (await told("/api/runbooks/held")).body.yamlContent as string;
    const text = yaml
      .replace("name: held", "name: polled")
      .replace("worker_id: east", "worker_id: north");
    const warned = { problems: [{ code: "W3306", severity: "warning", line: 7 }] };
    expect((await order("/api/runbooks/validate", { yaml_content: text })).body).toMatchObject({
      valid: true,
      ...warned,
    });
    const body = { name: "polled", yaml_content: text };
    expect((await order("/api/runbooks", body)).body).toMatchObject(warned);
  });

  test("two versions are compared line by line", async () => {
    const first = (await told("/api/runbooks/held")).body.yamlContent as string;
    const changed = first.replace("name: later", "name: latest").replace("T-60d", "T-61d");
    const body = { name: "held", yaml_content: changed };
    expect((await order("/api/runbooks", body)).status).toBe(201);
    const diff = (await told("/api/runbooks/held/diff?from=1&to=2")).body;
    expect(diff).toMatchObject({ added: 2, removed: 2 });
    const lines = diff.lines.filter(({ kind }: { kind: string }) => kind !== "same");
    expect(lines.map(({ text }: { text: string }) => text.trim())).toEqual([
      "offset: T-60d",
      "offset: T-61d",
      "- name: later",
      "- name: latest",
    ]);
  });
});

describe("orders", () => {
  test("M-101 (part): members are added, skipped, refused by line, and removed", async () => {
    const made = await told(
      `/api/batches?runbookName=${RUNBOOK_NAME}`,
      given("key,end\nzoe,answer\n"),
    );
    const members = `/api/batches/${made.body.id}/members`;
    const added = await told(members, given("key,end\nzoe,answer\nyan,answer\n"));
    expect(added.body).toMatchObject({ added: 1, skipped: 1, problems: [] });
    expect((await told(members, given("other\n1\n"))).body.code).toBe("invalid-csv");
    const gone = given("key,end\na,b\n");
    expect((await told("/api/batches/99/members", gone)).body.code).toBe("unknown-batch");
    const [{ id }] = (await told(members)).body.items;
    const removed = await told(`${members}/${id}`, { method: "DELETE" });
    expect(removed.body).toMatchObject({ memberKey: "zoe", status: "removed" });
    const nobody = await told(`${members}/99999`, { method: "DELETE" });
    expect(nobody.body.code).toBe("unknown-member");
    const nowhere = await told("/api/batches/99/members/1", { method: "DELETE" });
    expect(nowhere.body.code).toBe("unknown-batch");
  });

  test("M-103 (part): a batch is advanced by phases, and cancelled with a reason", async () => {
    const table = given("key,at,end\ndan,2030-01-01,answer\n");
    const { id } = (await told("/api/batches?runbookName=held", table)).body;
    const first = await order(`/api/batches/${id}/advance`);
    expect(first.body).toMatchObject({ id, dispatched: "phase", phaseName: "first" });
    await until("its first phase has ended", async () => {
      const [phase] = (await told(`/api/batches/${id}/phases`)).body.items;
      return phase.status === "completed";
    });
    const cancelled = await order(`/api/batches/${id}/cancel`, { reason: "called off" });
    expect([cancelled.status, cancelled.body.statusReason]).toEqual([
      202,
      expect.stringMatching(/^cancel/),
    ]);
    expect((await order(`/api/batches/${id}/advance`)).status).toBe(409);
    expect((await order("/api/batches/99/cancel")).body.code).toBe("unknown-batch");
    expect((await told(`/api/batches/${id}`)).body.cancelledBy).toBe("ada");
  });

  test("a batch is paused and resumed, as a whole and by phase", async () => {
    const [{ id: phaseId }] = (await told("/api/batches/2/phases")).body.items;
    for (const body of [{}, { phaseId }]) {
      expect((await order("/api/batches/2/pause", body)).body.changed).toBe(true);
      expect((await order("/api/batches/2/pause", body)).body.changed).toBe(false);
      expect((await order("/api/batches/2/resume", body)).body.changed).toBe(true);
    }
  });

  test("a step that waits for a person is decided about, with a reason", async () => {
    const [step] = (await told("/api/batches/2/steps?status=failed")).body.items;
    const path = `/api/batches/2/steps/${step.id}`;
    expect((await order(`${path}/skip`, { reason: " " })).status).toBe(400);
    expect((await order(`${path}/retry`)).body.changed).toBe(true);
    await until("it waits for a person again", async () => {
      return (await told("/api/batches/2/attention")).body.items.length > 0;
    });
    const failed = await order(`${path}/fail`, { reason: "He has left." });
    expect(failed.body.changed).toBe(true);
    expect((await told("/api/batches/2/members?status=failed")).body.total).toBe(1);
  });

  test("failed members are tried again, one or all, and refusals are told apart", async () => {
    const [failed] = (await told("/api/batches/1/members?status=failed")).body.items;
    const one = await order(`/api/batches/1/members/${failed.id}/retry`);
    expect([one.status, one.body.changed]).toEqual([200, true]);
    const all = await order("/api/batches/1/retry-failed");
    expect(all.body.retried).toBe(2);
    expect((await order("/api/batches/1/retry-init")).body.code).toBe("init-not-failed");
    expect((await order("/api/batches/99/retry-failed")).body.code).toBe("unknown-batch");
    const none = await order("/api/batches/1/approve-removals", { memberIds: null });
    expect(none.status).toBeLessThan(500);
    const dismissed = await order("/api/batches/1/attention/dismiss", { subject: "batch:1:none" });
    expect(dismissed.status).toBeLessThan(500);
  });

  test("a limit is set, listed and lifted; one that cannot be is refused", async () => {
    const limit = "/api/limits/worker:west";
    expect((await order(limit, { most: 3 }, "PUT")).body.changed).toBe(true);
    expect((await told("/api/limits")).body.items).toEqual([{ key: "worker:west", most: 3 }]);
    expect((await order(limit, { most: null }, "PUT")).body.changed).toBe(true);
    expect((await order("/api/limits/other:x", { most: 1 }, "PUT")).body.code).toBe(
      "invalid-request",
    );
  });
});

describe("streams", () => {
  /** The first so many lines with data, then it is left. */
  async function heard(path: string, count: number, headers: Record<string, string> = {}) {
    const leaving = new AbortController();
    const answer = await api.ask(path, { headers, signal: leaving.signal });
    const events: { readonly id: string; readonly data: { readonly seq: number } }[] = [];
    let text = "";
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      const whole = text.split("\n\n").slice(0, -1);
      events.splice(0);
      for (const part of whole) {
        const id = /^id: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (id !== undefined && data !== undefined) events.push({ id, data: JSON.parse(data) });
      }
      if (events.length >= count) break;
    }
    leaving.abort();
    return events.slice(0, count);
  }

  test("a batch's log goes on from where a reader was", async () => {
    const path = "/api/batches/1/events/stream";
    const events = await heard(path, 3, { "last-event-id": "4" });
    expect(events.map(({ data }) => data.seq)).toEqual([5, 6, 7]);
    expect((await told("/api/batches/99/events/stream")).body.code).toBe("unknown-batch");
  });

  test("the log of everything goes on behind an event, and tells none twice", async () => {
    const newest = (await told("/api/events?limit=3")).body.items;
    const last = newest.at(-1);
    const id = `${Date.parse(last.at)}.${last.batchId ?? 0}.${last.seq}`;
    const events = await heard("/api/events/stream", 2, { "last-event-id": id });
    expect(new Set(events.map((event) => event.id)).size).toBe(2);
    expect(events.map((event) => event.id)).not.toContain(id);
  });
});
