import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  type LocalPlatform,
  openLocalPlatform,
} from "../../../runtime/hosts/local/local-platform.ts";
import { readConnections } from "../../../runtime/hosts/local/read-connections.ts";
import { steadyMs, systemClock } from "../../../runtime/time/system/system-clock.ts";
import { rowsIn, until } from "./database.ts";

const SHIPPED = fileURLToPath(new URL("../../../runbooks", import.meta.url));

const runbook = (source: string, worker = "worker-01"): string => `name: mine
data_source:
${source}
phases:
  - name: only
    offset: T-0
    steps:
      - {name: step, worker_id: ${worker}, function: Invoke-NoOp, params: {}}
`;
const CSV = "  {type: csv, primary_key: Person, batch_time: immediate, columns: [Person]}";
const SQL = `  type: sql
  connection: hr
  query: select Person from people
  primary_key: Person
  batch_time: immediate`;

let data: string;
let complaints: string[];
let open: LocalPlatform[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "drover-local-engine-"));
  complaints = [];
  open = [];
  for (const folder of ["runbooks", "members"]) mkdirSync(join(data, folder));
});
afterEach(async () => {
  for (const engine of open) await engine.stop();
  rmSync(data, { recursive: true, force: true });
});

async function start(): Promise<LocalPlatform> {
  let ids = 0;
  const engine = await openLocalPlatform({
    folder: data,
    shipped: SHIPPED,
    real: systemClock,
    steadyMs,
    environment: {},
    speed: 1,
    faults: "calm",
    nextId: () => {
      ids += 1;
      return `${data}-${open.length}-${ids}`;
    },
    version: "1.2.3",
    complain: (sentence) => complaints.push(sentence),
  });
  if (!engine.ok) throw new Error(engine.error.sentence);
  open.push(engine.value);
  return engine.value;
}

async function stop(engine: LocalPlatform): Promise<void> {
  open = open.filter((each) => each !== engine);
  await engine.stop();
}

const put = (path: string, text: string): void => writeFileSync(join(data, path), text);
const statuses = () => rowsIn(data, "select status from batches").map(({ status }) => status);
const versions = () =>
  rowsIn(data, "select name, version from runbooks where is_active = 1 order by name").map(
    ({ name, version }) => `${name} ${version}`,
  );

describe("the local host's engine", () => {
  test("shipped and own runbooks are published once, and again when they change", async () => {
    put("runbooks/mine.yaml", runbook(CSV));
    await stop(await start());
    const shipped = readdirSync(SHIPPED).map((file) => `${basename(file, ".yaml")} 1`);
    expect(shipped.length).toBeGreaterThan(2);
    expect(versions()).toEqual([...shipped, "mine 1"].sort());
    await stop(await start());
    expect(versions()).toEqual([...shipped, "mine 1"].sort());
    put("runbooks/mine.yaml", `${runbook(CSV)}# better\n`);
    await stop(await start());
    expect(versions()).toEqual([...shipped, "mine 2"].sort());
  });

  test("an alert that names no webhook is in the tenant's outbox", async () => {
    const alert = runbook(CSV).replace(
      "function: Invoke-NoOp, params: {}",
      'function: Send-AdminAlert, params: {Subject: "Hello {{Person}}"}',
    );
    put("runbooks/mine.yaml", alert);
    put("members/mine.csv", "Person\nAda\n");
    const { tenant } = await start();
    await until("the batch is over", () => statuses().join() === "completed");
    const outbox = await fetch(`${tenant}/objects/outbox`);
    expect(await outbox.json()).toMatchObject({
      total: 1,
      items: [{ value: { from: "webhook admin-alerts", message: { subject: "Hello Ada" } } }],
    });
  });

  test("only own runbooks look for members by themselves", async () => {
    put("runbooks/mine.yaml", runbook(CSV));
    await stop(await start());
    const automated = rowsIn(
      data,
      "select runbook_name n from runbook_automation_settings where automation_enabled = 1",
    );
    expect(automated.map(({ n }) => n)).toEqual(["mine"]);
  });

  test("a file that is no runbook is told, and keeps nobody else from it", async () => {
    put("runbooks/broken.yaml", "name: [");
    put("runbooks/mine.yaml", runbook(CSV));
    await stop(await start());
    expect(complaints.filter((each) => each.includes("broken.yaml is not published"))).toHaveLength(
      1,
    );
    expect(versions()).toContain("mine 1");
  });

  test("a file that is no database is left alone and told in a sentence", async () => {
    put("drover.db", "This is no database. ".repeat(200));
    const opened = await start().then(
      () => "opened",
      (error: Error) => error.message,
    );
    expect(opened).toMatch(
      /drover\.db cannot be opened: the file is no database\. .+ begins anew\./,
    );
  });

  test("members come from a registered SQLite file, too", async () => {
    const people = new DatabaseSync(join(data, "hr.db"));
    people.exec("create table people (Person text); insert into people values ('ada'), ('alan')");
    people.close();
    put("connections.json", '{"hr": {"dialect": "sqlite", "path": "hr.db"}}');
    put("runbooks/mine.yaml", runbook(SQL));
    await start();
    await until("the batch is completed", () => statuses()[0] === "completed");
    expect(rowsIn(data, "select member_key from batch_members")).toHaveLength(2);
  });

  test("health counts what is under way and what needs a person", async () => {
    put("runbooks/mine.yaml", runbook(CSV, "nobody"));
    put("members/mine.csv", "Person\nada\n");
    const engine = await start();
    await until("somebody is asked", async () => (await engine.health())?.attention === 1);
    expect(await engine.health()).toMatchObject({ liveBatches: 1, openIncidents: 0 });
    expect((await engine.health())?.tickAgeSec).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ["{", "is not JSON"],
    ['{"hr": {"dialect": "oracle", "path": "x"}}', 'does not fit at "hr.dialect"'],
  ])("connections that cannot be read (%j) stop the start with a sentence", (text, sentence) => {
    put("connections.json", text);
    const read = readConnections(data, join(data, "connections.json"));
    expect(read.ok ? "" : read.error).toContain(sentence);
  });
});
