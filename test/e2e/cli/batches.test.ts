import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Local, startLocal, stop } from "../local/local-process.ts";
import { drover as start } from "./drover.ts";

const RUNBOOK = `name: hello
description: Everybody in the table is greeted.
data_source:
  type: csv
  primary_key: Person
  batch_time: immediate
  columns: [Person, Ending]
phases:
  - name: prepare
    offset: T-0
    steps:
      - {name: look, worker_id: worker-01, function: Invoke-NoOp, params: {}}
  - name: greet
    offset: T-0
    steps:
      - {name: wave, worker_id: worker-01, function: Invoke-Script, params: {end: "{{Ending}}"}}
`;
const MEMBERS = "Person,Ending\nada,answer\nbob,answer\ncyd,wrong\n";

let folder: string;
let local: Local;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drover-cli-e2e-"));
  writeFileSync(join(folder, "hello.yaml"), RUNBOOK);
  writeFileSync(join(folder, "people.csv"), MEMBERS);
  // Where `npm start` would keep it: nothing else needs to be set up.
  local = await startLocal(["--data", join(folder, ".drover"), "--port", "0"]);
  writeFileSync(join(folder, ".drover", "members", "hello.csv"), MEMBERS);
});
afterAll(async () => {
  await stop(local, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const drover = (...words: readonly string[]) => {
  const { status, stdout, stderr } = start(words, { cwd: folder });
  return { status, stdout, stderr };
};
const data = (...words: readonly string[]) => JSON.parse(drover(...words, "--json").stdout);

// The tests of this file are one story: each goes on from the one before.
describe("a migration from the command line", () => {
  test("M-113 (part): beside a running Drover nobody needs to sign in", () => {
    const { status, stdout } = drover("auth", "status");
    expect(status).toBe(0);
    expect(stdout).toContain("demo-admin@drover.local");
    const doctor = drover("doctor");
    expect([doctor.status, doctor.stderr]).toEqual([0, "Everything is as it should be.\n"]);
    expect(doctor.stdout).toContain("database: it answers; 0 batches not ended");
  });

  test("M-107 (part): a runbook is published after a dry run, listed, read, deactivated", () => {
    const dry = drover("runbook", "publish", "hello.yaml", "--dry-run");
    expect([dry.status, dry.stdout.includes("hello v1 would be published")]).toEqual([0, true]);
    expect(data("runbook", "publish", "hello.yaml").version).toBe(1);
    expect(data("runbook", "publish", "hello.yaml").version).toBe(2);
    expect(data("runbook", "list").map(({ name }: { name: string }) => name)).toContain("hello");
    expect(drover("runbook", "get", "hel", "-o", "yaml").stdout).toBe(RUNBOOK);
    expect(data("runbook", "versions", "hello")).toHaveLength(2);
    const again = drover("runbook", "delete", "hello", "1", "--yes");
    expect([again.status, again.stderr.includes("version-inactive")]).toEqual([6, true]);
  });

  test("M-108 (part): automation is turned on and off", () => {
    expect(data("automation", "enable", "hello").automationEnabled).toBe(true);
    expect(data("automation", "disable", "hello").automationEnabled).toBe(false);
    expect(data("automation", "status", "hello").automationEnabled).toBe(false);
    const told = drover("automation", "status", "hello").stdout;
    expect(told).toContain("Its automation was switched off by demo-admin@drover.local");
  });

  test("M-109 (part): the source is looked at, and a table to fill in is written", () => {
    expect(data("query", "preview", "hello").rowCount).toBe(3);
    expect(drover("template", "download", "hello").stdout).toBe("Person,Ending\r\n");
  });

  test("M-110 (part): a batch is made from a CSV, after its mistakes were told by line", () => {
    writeFileSync(join(folder, "wrong.csv"), "Person,Ending\nada,answer\nada,answer\n");
    const wrong = drover("batch", "create", "hello", "--members", "wrong.csv", "--dry-run");
    expect([wrong.status, wrong.stderr.includes("line 3")]).toEqual([2, true]);
    const refused = drover("batch", "create", "hello", "--members", "wrong.csv");
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
    expect(data("batch", "create", "hello", "--members", "people.csv")).toMatchObject({
      id: 1,
      memberCount: 3,
    });
  });

  test("until it is advanced it is told apart from what runs", () => {
    const { stdout } = drover("status");
    expect(stdout).toMatch(/^Running +0$/m);
    expect(stdout).toMatch(/^Not begun +1$/m);
    expect(stdout).toContain("drover batch advance 1");
    expect(drover("batch", "list").stdout).toContain("detected, not begun");
    expect(drover("doctor").stdout).toContain("1 batch not ended");
  });

  test("a dry run says who would be left out, and the order makes no empty batch", () => {
    const words = ["batch", "create", "hello", "--members", "people.csv"];
    const dry = drover(...words, "--dry-run");
    expect([dry.status, dry.stdout.split("\n")[0]]).toEqual([
      0,
      "No batch: every member is in another batch of hello.",
    ]);
    expect(dry.stderr).toContain("ada was left out: The member is in batch 1");
    writeFileSync(join(folder, "more.csv"), "Person,Ending\nada,answer\ndan,answer\n");
    const some = drover("batch", "create", "hello", "--members", "more.csv", "--dry-run");
    expect(some.stdout).toContain("A batch of hello v2 with 1 member.");
    const refused = drover(...words);
    expect(refused.status).not.toBe(0);
    expect(data("batch", "list")).toHaveLength(1);
  });

  test("why it does not move is said, with the command that moves it", () => {
    expect(data("batch", "why", "1").current.kind).toBe("advance");
    expect(drover("batch", "why", "1").stdout).toContain("drover batch advance 1");
  });

  test("it is advanced and watched to the end of each phase", () => {
    const first = drover("batch", "advance", "hello", "--watch");
    expect([first.status, first.stderr.includes("drover batch advance 1")]).toEqual([0, true]);
    const second = drover("batch", "advance", "1", "--watch", "--json");
    expect(second.status).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ status: "completed", outcome: "partial" });
    const third = drover("batch", "advance", "1");
    expect([third.status, third.stdout]).toEqual([6, ""]);
  });

  test("what failed is found and tried again", () => {
    expect(data("batch", "members", "1", "--status", "failed")).toHaveLength(1);
    const [step] = data("batch", "steps", "1", "--status", "failed");
    expect(step).toMatchObject({ memberKey: "cyd", stepName: "wave" });
    const retried = drover("batch", "retry", "1");
    expect([retried.status, retried.stdout]).toEqual([0, "1 member tried again.\n"]);
    expect(drover("batch", "watch", "1").status).toBe(0);
  });

  test("what happened is told: failures alike in one line, the log, the timeline, a search", () => {
    expect(data("batch", "failures", "1")).toHaveLength(1);
    const types = data("logs", "1").map(({ type }: { type: string }) => type);
    expect(types.indexOf("member.added")).toBeLessThan(types.indexOf("step.failed"));
    expect(types).toContain("member.added");
    const { changeCount } = data("batch", "get", "1");
    const last = drover("logs", "1", "--limit", "2").stderr;
    expect(last).toContain(`The last 2 of ${changeCount}; see more with --limit ${changeCount}`);
    expect(drover("batch", "timeline", "1").stdout).toMatch(/^greet +[x=]/m);
    expect(data("search", "CY")).toMatchObject([{ memberKey: "cyd", status: "failed" }]);
    expect(data("batch", "member", "1", "c").memberKey).toBe("cyd");
  });

  test("its members are exported, once to each file", () => {
    expect(drover("batch", "export", "1", "--file", "out.csv").status).toBe(0);
    expect(drover("batch", "export", "1", "--file", "out.csv").status).toBe(2);
    expect(drover("batch", "export", "1").stdout.split("\n")).toHaveLength(5);
  });

  test("another is cancelled, but not without a yes", () => {
    expect(data("batch", "create", "hello", "--members", "people.csv").id).toBe(2);
    const asked = drover("batch", "cancel", "2");
    expect([asked.status, asked.stdout]).toEqual([2, ""]);
    expect(asked.stderr).toContain("--yes");
    expect(data("batch", "get", "2").status).not.toBe("failed");
    expect(drover("batch", "cancel", "2", "--yes").status).toBe(0);
    const watched = drover("batch", "watch", "2");
    expect([watched.status, watched.stdout.includes("cancelled")]).toEqual([4, true]);
  });

  test("what does not exist is exit code 5, with the nearest name", () => {
    const batch = drover("batch", "get", "99");
    expect([batch.status, batch.stderr.includes("the newest are 2 (hello)")]).toEqual([5, true]);
    expect(drover("batch", "get", "helo").stderr).toContain("did you mean hello?");
  });

  test("completion offers live batches and runbooks", () => {
    expect(drover("__complete", "batch", "get", "").stdout).toMatch(/^2\thello, failed/m);
    expect(drover("__complete", "automation", "status", "hel").stdout).toMatch(/^hello\t/);
  });
});
