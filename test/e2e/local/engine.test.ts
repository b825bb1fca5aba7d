import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Health } from "../../../runtime/contract/http/health.ts";
import { rowsIn, until } from "./database.ts";
import { type Local, startLocal, stop } from "./local-process.ts";

const RUNBOOK = `name: welcome
description: Everybody in the table is greeted.
data_source:
  type: csv
  primary_key: Person
  batch_time: immediate
  columns: [Person]
init:
  - name: prepare
    worker_id: worker-01
    function: Invoke-NoOp
    params: {Batch: "{{_batch_id}}"}
phases:
  - name: greet
    offset: T-0
    steps:
      - name: say-hello
        worker_id: worker-01
        function: Invoke-Script
        params: {delaySec: 0.05, data: {said: hello}}
      - name: wave
        worker_id: worker-01
        function: Invoke-Script
        params: {delaySec: 0.05, data: {}}
finalize:
  - name: tidy-up
    worker_id: worker-01
    function: Invoke-NoOp
    params: {Batch: "{{_batch_id}}"}
`;
const PEOPLE = 40;

let data: string;
let running: Local[];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "drover-engine-"));
  running = [];
  mkdirSync(join(data, "runbooks"));
  writeFileSync(join(data, "runbooks", "welcome.yaml"), RUNBOOK);
});
afterEach(async () => {
  for (const local of running) await kill(local);
  rmSync(data, { recursive: true, force: true });
});

async function start(): Promise<Local> {
  const local = await startLocal(["--data", data, "--port", "0"]);
  running.push(local);
  return local;
}

async function kill(local: Local): Promise<void> {
  running = running.filter((each) => each !== local);
  if (local.process.exitCode === null && local.process.signalCode === null) {
    await stop(local, "SIGKILL");
  }
}

/** Written beside and moved into place, as whoever is careful does. */
function putMembers(): void {
  const people = Array.from({ length: PEOPLE }, (_, index) => `person-${index}`);
  const table = join(data, "welcome.csv");
  writeFileSync(table, ["Person", ...people, ""].join("\n"));
  renameSync(table, join(data, "members", "welcome.csv"));
}

const batches = () => rowsIn(data, "select status from batches").map(({ status }) => status);
const isDone = () => batches()[0] === "completed";

/** How many executions of each kind ended how. */
const executions = () =>
  rowsIn(
    data,
    "select kind, status, count(*) n from execution_rows group by kind, status order by kind",
  ).map(({ kind, status, n }) => `${n} ${kind} ${status}`);

const ALL_DONE = ["1 finalize succeeded", "1 init succeeded", `${2 * PEOPLE} step succeeded`];

async function healthOf({ address }: Local): Promise<Health> {
  const answer = await fetch(new URL("/api/health", address));
  return Health.parse(await answer.json());
}

describe("the engine in the local host", () => {
  test("a table put into the members folder goes through init, phase and finalize", async () => {
    const local = await start();
    putMembers();
    await until("the batch is completed", isDone);
    expect(batches()).toEqual(["completed"]);
    expect(executions().sort()).toEqual(ALL_DONE);
    const { engine } = await healthOf(local);
    expect(engine).toMatchObject({ liveBatches: 0, inFlight: 0, attention: 0, openIncidents: 0 });
    expect(engine?.tickAgeSec).not.toBeNull();
    expect(await stop(local, "SIGTERM")).toBe(0);
  });

  test("I1 (part): killed in the middle and started again, it comes to the same end", async () => {
    const killed = await start();
    putMembers();
    await until("some steps are done", () => executions().some((each) => /step succ/.test(each)));
    await kill(killed);
    const again = await start();
    await until("the batch is completed", isDone);
    expect(executions().sort()).toEqual(ALL_DONE);
    expect((await healthOf(again)).engine).toMatchObject({ inFlight: 0, attention: 0 });
  });
});
