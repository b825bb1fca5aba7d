import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessageId } from "../../../../runtime/contract/message-id.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { openStage, PEOPLE, RUNBOOK_NAME, type Stage } from "../../queries/stage.ts";
import { jobMessage } from "../../worker/job-message.ts";
import { given, type StagedApi, stageApi, toldBy } from "./staged-api.ts";

let stage: Stage;
let api: StagedApi;

beforeAll(async () => {
  stage = await openStage();
  api = stageApi(stage);
});
afterAll(() => stage.close());

const told = (path: string, init?: RequestInit) => toldBy(api, path, init);
const totalOf = async (path: string) => {
  const { total, totalIsCapped, items, nextCursor } = (await told(path)).body;
  return { total, totalIsCapped, shown: items.length, isLast: nextCursor === null };
};
describe("lists", () => {
  test("M-101 (part): members are counted by status, as the batch counts them", async () => {
    const members = "/api/batches/1/members?limit=2";
    const part = { totalIsCapped: false, shown: 2, isLast: false };
    expect(await totalOf(members)).toEqual({ ...part, total: PEOPLE });
    expect(await totalOf(`${members}&status=failed`)).toEqual({ ...part, total: 3 });
    expect(await totalOf(`${members}&status=removed`)).toMatchObject({ total: 0, isLast: true });
  });

  test("every page of a list tells the same total", async () => {
    const first = await told("/api/batches/1/steps?limit=30");
    const last = await told(`/api/batches/1/steps?limit=30&cursor=${first.body.nextCursor}`);
    expect([first.body.total, last.body.total]).toEqual([1 + 2 * PEOPLE, 1 + 2 * PEOPLE]);
    expect(last.body.items).toHaveLength(1 + 2 * PEOPLE - 30);
  });

  test("a batch's log is counted by its numbers, unless a filter leaves some out", async () => {
    const { changeCount } = (await told("/api/batches/1")).body;
    expect((await totalOf("/api/batches/1/events?limit=2")).total).toBe(changeCount);
    expect((await totalOf("/api/batches/1/events?limit=2&after=5")).total).toBe(changeCount - 5);
    expect((await totalOf("/api/batches/1/events?limit=2&type=step")).total).toBeNull();
    expect((await totalOf("/api/events?limit=2")).total).toBeNull();
  });

  test("a search that fits on one page counts itself; a longer one is not counted", async () => {
    expect(await totalOf("/api/search?status=failed")).toMatchObject({ total: 3, isLast: true });
    expect((await totalOf("/api/search?status=failed&limit=2")).total).toBeNull();
  });

  test("open incidents are counted by filter, and ended one by one, by filter or all", async () => {
    const draft = (sequenceNumber: number, reason: string) => ({
      topic: "worker-results",
      subscription: "orchestrator",
      sequenceNumber,
      envelope: { messageId: MessageId.parse(`m-${sequenceNumber}`), body: "{", properties: {} },
      reason,
      description: "torn",
      batchId: 0 as const,
    });
    const torn = [1, 2, 3].map((number) => draft(number, "torn"));
    const { incidents } = stage.scripted.exchange.store;
    answerOf(await incidents.open([...torn, draft(4, "late")]));
    expect(await totalOf("/api/incidents?limit=1")).toMatchObject({ total: 4, shown: 1 });
    expect(await totalOf("/api/incidents?limit=1&reason=torn")).toMatchObject({ total: 3 });
    expect((await told("/api/incidents/1")).body).toMatchObject({ id: 1, body: "{" });
    expect((await told("/api/incidents/99")).body.code).toBe("unknown-incident");
    const one = await told("/api/incidents/1/discard", given({}));
    expect(one).toMatchObject({ status: 200, body: { changed: true } });
    const again = await told("/api/incidents/1/discard", given({}));
    expect(again.body).toMatchObject({ changed: false });
    expect((await told("/api/incidents/2/discard", given({}))).status).toBe(200);
    const some = await told("/api/incidents/redrive", given({ ids: [1, 99] }));
    expect(some.body).toMatchObject({ matched: 2, ended: 0, more: false });
    expect(some.body.refused).toMatchObject([
      { incidentId: 1, code: "incident-closed" },
      { incidentId: 99, code: "unknown-incident" },
    ]);
    const key = { "idempotency-key": "rest" };
    const rest = await told("/api/incidents/discard", given({ reason: "torn" }, key));
    expect(rest.body).toMatchObject({ matched: 1, ended: 1 });
    expect((await told("/api/incidents/discard", given({ all: true }))).body.ended).toBe(1);
    expect(await totalOf("/api/incidents")).toMatchObject({ total: 0 });
  });
});

describe("what is not there", () => {
  test.each([
    ["/api/batches/99", "unknown-batch"],
    ["/api/batches/99/phases", "unknown-batch"],
    ["/api/batches/99/members", "unknown-batch"],
    ["/api/batches/99/members/1", "unknown-batch"],
    ["/api/batches/1/members/99999", "unknown-member"],
    ["/api/batches/99/steps", "unknown-batch"],
    ["/api/batches/99/steps/1", "unknown-batch"],
    ["/api/batches/1/steps/99999", "unknown-step"],
    ["/api/batches/99/events", "unknown-batch"],
    ["/api/batches/99/export", "unknown-batch"],
    ["/api/batches/99/failures", "unknown-batch"],
    ["/api/batches/99/timeline", "unknown-batch"],
    ["/api/batches/99/attention", "unknown-batch"],
    ["/api/batches/99/why", "unknown-batch"],
    ["/api/batches/1/why?phase=other", "unknown-phase"],
    ["/api/batches/1/why?memberId=99999", "unknown-member"],
    ["/api/batches/1/why?stepId=99999", "unknown-step"],
    ["/api/runbooks/nobody", "unknown-runbook"],
    ["/api/runbooks/nobody/versions", "unknown-runbook"],
    ["/api/runbooks/nobody/versions/1", "unknown-runbook"],
    ["/api/runbooks/nobody/automation", "unknown-runbook"],
    ["/api/runbooks/nobody/template", "unknown-runbook"],
    [`/api/runbooks/${RUNBOOK_NAME}/diff?from=1&to=9`, "unknown-runbook"],
    [`/api/runbooks/${RUNBOOK_NAME}/diff?from=9&to=1`, "unknown-runbook"],
  ])("%s is told as %s", async (path, code) => {
    const { status, body } = await told(path);
    expect([status, body.code]).toEqual([404, code]);
  });
});

describe("a table of members", () => {
  const preview = (table: string, name: string = RUNBOOK_NAME) =>
    told(`/api/batches/preview?runbookName=${name}`, given(table));

  test("M-092 (part): is shown as the batch it would make, without who is elsewhere", async () => {
    const { status, body } = await preview(
      "key,at,end,password\nada,2030-01-01,answer,x\n",
      "held",
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      runbookVersion: 1,
      memberCount: 0,
      columns: ["key", "at", "end", "password"],
      rows: [{ key: "ada", end: "answer" }],
    });
    expect(JSON.stringify(body.rows)).not.toContain('"x"');
    expect(body.problems[0].message).toContain("ada was left out: The member is in batch 2");
    expect((await told("/api/batches")).body.total).toBe(2);
  });

  test("M-092 (part): is refused with the line of what is wrong, either way", async () => {
    const bad = "key,end\nann,answer,too much\n";
    const ordered = await told(`/api/batches?runbookName=${RUNBOOK_NAME}`, given(bad));
    const looked = await preview(bad);
    expect(looked).toEqual(ordered);
    expect([looked.status, looked.body.problems[0].line]).toEqual([422, 2]);
    expect((await preview(bad, "nobody")).body.code).toBe("unknown-runbook");
  });

  test("M-100 (part): of people who are all elsewhere makes no batch", async () => {
    const { status, body } = await told(
      "/api/batches?runbookName=held",
      given("key,at,end\nada,2030-01-01,answer\n"),
    );
    expect([status, body.code]).toEqual([409, "member-elsewhere"]);
    expect((await told("/api/batches")).body.total).toBe(2);
  });

  test("M-099 (part): has a template with the key, the start and every column", async () => {
    expect((await told("/api/runbooks/held/template")).body).toBe("key,at,end\r\n");
  });
});

describe("publishing", () => {
  const text = (name: string, worker: string) => `name: ${name}
data_source: {type: csv, primary_key: key, batch_time: immediate, columns: [key]}
phases:
  - name: only
    offset: T-0
    steps: [{name: one, worker_id: ${worker}, function: Invoke-Script, params: {}}]
`;
  const publish = (name: string, yaml: string, more: object = {}, key?: string) =>
    told(
      "/api/runbooks",
      given(
        { name, yaml_content: yaml, ...more },
        key === undefined ? {} : { "idempotency-key": key },
      ),
    );

  test("M-094 (part): refuses errors, another name, and workers nobody registered", async () => {
    expect((await publish("new", "name: new\n")).body.code).toBe("invalid-runbook");
    expect((await publish("new", text("other", "west"))).body.code).toBe("name-differs");
    const unknown = await publish("new", text("new", "north"));
    expect(unknown.body).toMatchObject({
      code: "unregistered-names",
      detail: expect.stringContaining("the worker north"),
    });
    expect((await publish("new", text("new", "north"), { force: true })).status).toBe(201);
  });

  test("R17 (part): under a key it happens once; another request under it is refused", async () => {
    const first = await publish("once", text("once", "west"), {}, "k");
    expect(await publish("once", text("once", "west"), {}, "k")).toEqual(first);
    expect((await publish("once", text("once", "east"), {}, "k")).body.code).toBe("key-reused");
    expect((await told("/api/runbooks/once/versions")).body.items).toHaveLength(1);
  });

  test("M-097 (part): a version is turned off once; one that is not there is told", async () => {
    await publish("gone", text("gone", "west"));
    const off = (version: number) =>
      told(`/api/runbooks/gone/versions/${version}`, { method: "DELETE" });
    expect((await off(1)).body).toMatchObject({ name: "gone", isActive: false });
    expect((await off(1)).body.code).toBe("version-inactive");
    expect((await off(7)).body.code).toBe("unknown-runbook");
    expect((await told("/api/runbooks/gone/automation")).body.finds.kind).toBe("runbook-inactive");
  });
});

describe("what is sensitive", () => {
  test("I30 (part): an incident's body is shown without what its job marks", async () => {
    const { body, messageId, properties } = jobMessage({
      params: { Note: "plain canary", Who: "ada" },
      sensitive: { params: ["Note"], values: [], results: [] },
    });
    const draft = {
      topic: "worker-jobs",
      subscription: "worker-west",
      sequenceNumber: 77,
      envelope: { messageId, body, properties },
      reason: "dead",
      description: "",
      batchId: 0 as const,
    };
    const { incidents } = stage.scripted.exchange.store;
    answerOf(await incidents.open([draft]));
    const { items } = (await told("/api/incidents?reason=dead")).body;
    const detail = await told(`/api/incidents/${items[0].id}`);
    expect(detail.body.body).toContain('"Note":"[secret]","Who":"ada"');
    expect(JSON.stringify([items, detail])).not.toContain("canary");
    await told(`/api/incidents/${items[0].id}/discard`, given({}));
  });
});
