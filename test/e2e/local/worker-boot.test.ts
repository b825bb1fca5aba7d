import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { drover } from "../cli/drover.ts";
import { rowsIn, until } from "./database.ts";
import { type Local, runLocal, startLocal, stop } from "./local-process.ts";

const runbook = (worker: string, step: string): string => `name: mine
data_source: {type: csv, primary_key: Person, batch_time: immediate, columns: [Person]}
phases:
  - name: only
    offset: T-0
    steps:
      - {name: step, worker_id: ${worker}, ${step}}
`;
const NO_OP = "function: Invoke-NoOp, params: {}";

let folder: string;
let data: string;
let started: Local[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-worker-boot-"));
  data = join(folder, ".drover");
  started = [];
});
afterEach(async () => {
  for (const local of started) {
    if (local.process.exitCode === null) await stop(local, "SIGKILL");
  }
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(data, path)), { recursive: true });
  writeFileSync(join(data, path), text);
}
function putWork(step = NO_OP, worker = "worker-01"): void {
  put("runbooks/mine.yaml", runbook(worker, step));
  put("members/mine.csv", "Person\nAda\n");
}
const args = (...more: readonly string[]) => ["--data", data, "--port", "0", ...more];
async function start(more: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const local = await startLocal(args(...more), env);
  started.push(local);
  return local;
}
const batches = () => rowsIn(data, "select status from batches").map(({ status }) => status);
const steps = () => rowsIn(data, "select status from step_executions").map((row) => row["status"]);

describe("a worker that cannot start", () => {
  test("M-115 (part): settings that are wrong end the process as phase config", async () => {
    putWork();
    const wrong = { DROVER_CONCURRENCY: "many", DROVER_DRAIN_SEC: "0" };
    const { code, stderr } = await runLocal(args(), wrong);
    expect(code).toBe(10);
    expect(stderr).toMatch(/^drover: The worker cannot start \(config\): /);
    expect(stderr).toContain("DROVER_CONCURRENCY must be a whole number from 1 to 100.");
    expect(stderr).toContain("DROVER_DRAIN_SEC must be a whole number from 1 to 540.");
    expect(stderr).not.toContain("many");
    expect(batches()).toEqual([]);
  });

  test("M-115 (part): a broken function ends the process before anything is begun", async () => {
    putWork();
    put("functions/mine.cjs", "module.exports = {");
    const broken = await runLocal(args());
    expect(broken.code).toBe(16);
    expect(broken.stderr).toMatch(/^drover: The worker cannot start \(functions\): .*mine\.cjs/);
    expect(broken.stderr).toContain("SyntaxError");
    expect(broken.stderr).toContain("Mend the module, or take it out of the folder.");
    expect(broken.stderr).not.toMatch(/\n\s+at /);
    expect(batches()).toEqual([]);
    rmSync(join(data, "functions/mine.cjs"));
    await start([]);
    await until("the batch is over", () => batches().join() === "completed");
  });

  test("M-115 (part): an absent tenant is told and waited for, then work goes on", async () => {
    putWork();
    const local = await start(["--faults", "away"]);
    expect(local.text()).toContain("The worker cannot start (sessions): The tenant did not answer");
    const ready = await fetch(new URL("/api/ready", local.address));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      code: "not-ready",
      detail: expect.stringContaining("The worker cannot start (sessions)"),
    });
    const sick = drover(["doctor"], { cwd: folder });
    expect(sick.status).toBe(1);
    expect(sick.stdout).toMatch(/ready +wrong .*\(sessions\).*The tenant did not answer/);
    const cause =
      /Graph (?:was asked|is not asked) .*: the authority gave no token: status 50\d\. /;
    expect(sick.stdout).toMatch(cause);
    expect(sick.stdout).toContain("It is asked again until it answers");
    expect(local.text()).toMatch(cause);
    await until("the step waits for its worker", () => steps().length === 1);
    const why = drover(["batch", "why", "mine"], { cwd: folder });
    expect(why.stdout).toContain("No worker is registered as worker-01.");
    expect(why.stdout.replaceAll(/\s+/g, " ")).toMatch(cause);
    expect(steps()).not.toContain("succeeded");

    const control = /Tenant\s+(\S+)\/summary/.exec(local.text())?.[1];
    const send = (method: string, path: string, body: object) =>
      fetch(`${control}/${path}`, { method, body: JSON.stringify(body) });
    const refusal = { kind: "error-before", status: 403 };
    await send("POST", "faults/rules", { family: "exchange", strike: refusal, times: 1_000 });
    await send("PUT", "faults", { profile: "calm" });
    await until("the worker is ready", async () => {
      return (await fetch(new URL("/api/ready", local.address))).status === 200;
    });
    await until("the batch is over", () => batches().join() === "completed");
    expect(local.text()).toContain('The capability "exchange" is off');
    expect(local.text()).toContain("The worker takes jobs now.");
    const workers = drover(["worker", "list", "--json"], { cwd: folder });
    const [worker] = JSON.parse(workers.stdout);
    expect(worker.switchedOff).toContainEqual({
      name: "Set-ExchangePrimaryEmail",
      capability: "exchange",
    });
    const well = drover(["doctor"], { cwd: folder });
    expect(well.status).toBe(0);
    expect(well.stdout).toMatch(/workers lack nothing +warning .*"exchange" is off/);
  });
});

describe("a worker that starts", () => {
  test("it takes the id that its settings say, and the runbook's steps go to it", async () => {
    putWork(NO_OP, "west");
    await start([], { DROVER_WORKER_ID: "west" });
    await until("the batch is over", () => batches().join() === "completed");
  });

  test("M-120 (part): told to stop, it lets what runs come to its end", async () => {
    putWork("function: Invoke-Script, params: {delaySec: 3}");
    const local = await start([], { DROVER_DRAIN_SEC: "60" });
    await until("the job is out", () => steps().includes("dispatched"));
    expect(await stop(local, "SIGTERM")).toBe(0);
    expect(steps()).toEqual(["succeeded"]);
    expect(local.text()).not.toContain("still at work");
  });

  test("M-120 (part): what cannot end in time is told, and done by the next start", async () => {
    putWork("function: Invoke-Script, params: {delaySec: 8}");
    const local = await start([], { DROVER_DRAIN_SEC: "1" });
    await until("the job is out", () => steps().includes("dispatched"));
    expect(await stop(local, "SIGTERM")).toBe(0);
    expect(local.text()).toContain("Jobs that were still at work after the drain: 1.");
    expect(steps()).toEqual(["dispatched"]);
    await start([]);
    await until("the batch is over", () => batches().join() === "completed");
  });
});

const CUSTOM = (run: string, idempotency = "natural-key", params = "Person: z.string()") => `
import { appendFileSync } from "node:fs";
export default ({ z, ok, fail }) => ({
  name: "Set-Mine",
  description: "Mine.",
  effect: "write",
  idempotency: "${idempotency}",
  result: "Object",
  params: z.strictObject({ ${params} }),
  run: async ({ Person }) => {
    ${run}
    return ok({ kind: "done", value: {} });
  },
});
`;
const MINE = "function: Set-Mine, params: {Person: '{{Person}}'}";
const DEAF =
  'appendFileSync(process.env["MARKS"], "x"); await new Promise((r) => setTimeout(r, 60_000));';

describe("a custom function that leaves an error behind", () => {
  test.each([
    ["a promise", "void Promise.reject(new Error(Person));", "completed"],
    ["a promise of text", "void Promise.reject(Person);", "completed"],
    [
      "a timer, on which it waits",
      "await new Promise(() => setTimeout(() => { throw new RangeError(Person); }, 5));",
      "failed",
    ],
  ])("%s ends no process, and no value is printed", async (_, run, end) => {
    putWork(MINE);
    put("functions/mine.mjs", CUSTOM(run));
    const local = await start(["--speed", "5000"]);
    await until("the batch is over", () => batches().join() === end);
    expect(local.process.exitCode).toBeNull();
    expect(local.text()).toContain("Set-Mine has a defect: it left an error that nobody waits");
    expect(local.text()).not.toContain("Ada");
  });

  test("params whose schema throws fail the step, and the process goes on", async () => {
    putWork(MINE);
    put("functions/mine.mjs", CUSTOM("", "none", "Person: z.string().transform(JSON.parse)"));
    const local = await start(["--speed", "5000"]);
    await until("the batch is over", () => batches().join() === "failed");
    expect(local.process.exitCode).toBeNull();
    expect(local.text()).not.toContain("Ada");
  });
});

describe("custom code that ends its process", () => {
  test("M-115 (part): while it is loaded, it is told as phase functions", async () => {
    putWork();
    put("functions/mine.mjs", "process.exit(0);");
    const ended = await runLocal(args());
    expect(ended.code).toBe(16);
    expect(ended.stderr).toMatch(/^drover: The worker cannot start \(functions\): .*mine\.mjs/);
    expect(ended.stderr).toContain("It calls process.exit while it is loaded");
    put("functions/mine.mjs", "await new Promise(() => {});");
    const stuck = await runLocal(args());
    expect(stuck.code).toBe(16);
    expect(stuck.stderr).toMatch(/^drover: The worker cannot start .*mine\.mjs .*can never come/);
    expect(stuck.stderr.trim()).not.toContain("\n");
    expect(batches()).toEqual([]);
  });

  test.each([
    ["at once", "process.exit(0);"],
    ["by a name that it imported", 'const { exit } = await import("node:process"); exit(3);'],
    ["later", "await new Promise(() => setTimeout(() => process.exit(0), 5));"],
  ])("while it runs, its step fails and the process goes on (%s)", async (_, run) => {
    putWork(MINE);
    put("functions/mine.mjs", CUSTOM(run));
    // Somebody has imported what ends a process before this host could see to it.
    const early = { NODE_OPTIONS: "--import=data:text/javascript,import%20%22node:process%22" };
    const local = await start(["--speed", "5000"], early);
    await until("the batch is over", () => batches().join() === "failed");
    const told = JSON.stringify(rowsIn(data, "select * from step_executions"));
    expect(told).toContain("Set-Mine has a defect: it called process.exit, which would end");
    expect(local.process.exitCode).toBeNull();
    expect(await stop(local, "SIGTERM")).toBe(0);
    expect(local.text()).toContain("Drover has stopped.");
  });

  test("what its module left behind at the start is its own, and not this host's bug", async () => {
    const main = 'import { isMainThread } from "node:worker_threads";';
    const late = "if (isMainThread) setTimeout(() => process.exit(0), 1_000);";
    put("functions/mine.mjs", `${main}\n${late}\n${CUSTOM("")}`);
    const local = await start([]);
    await until("it is told", () => local.text().includes("mine.mjs has a defect"));
    expect(local.process.exitCode).toBeNull();
  });
});

describe("a custom function in a folder where nobody finds it", () => {
  test("the start says so, and so does the doctor, as a warning", async () => {
    put("functions/entra/mine.mjs", CUSTOM(""));
    const local = await start([]);
    const told = /entra.mine\.mjs in the folder of custom functions looks like a function/;
    expect(local.text()).toMatch(told);
    const { status, stdout } = drover(["doctor"], { cwd: folder });
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`workers lack nothing +warning +${told.source}`));
  });
});

describe("a custom function that does not hear of the end", () => {
  test("M-120 (part): it ends with the process, and is not begun again", async () => {
    const env = { DROVER_DRAIN_SEC: "1", MARKS: join(folder, "marks") };
    putWork(MINE);
    put("functions/mine.mjs", CUSTOM(DEAF, "none"));
    const local = await start([], env);
    await until("the function is at work", () => existsSync(env.MARKS));
    expect(await stop(local, "SIGTERM")).toBe(0);
    expect(local.text()).toContain("They end with this process. What may be repeated is done");
    expect(local.text()).toMatch(/its step then needs attention\.\n(?:.*\n)*Drover has stopped/);
    await start([], env);
    const told = () => JSON.stringify(rowsIn(data, "select * from step_executions"));
    await until("somebody is asked", () => told().includes("never reported its end"));
    expect(readFileSync(env.MARKS, "utf8")).toBe("x");
  });
});

describe("a port that is taken", () => {
  test("nothing is begun by a Drover that nobody could reach", async () => {
    putWork();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const refused = await runLocal(["--data", data, "--port", String(port)]);
    other.close();
    expect(refused.code).toBe(1);
    expect(rowsIn(data, "select 1 from sqlite_schema")).toEqual([]);
  });
});
