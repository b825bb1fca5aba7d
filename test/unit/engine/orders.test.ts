import { afterEach, describe, expect, test } from "@jest/globals";
import { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { openEngine } from "../../../runtime/engine/open-engine.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { failure, resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { version } from "../domain/engine/start-world.ts";
import { makeBatch, NAME, prepare, yamlOf } from "./prepare.ts";
import { type Bench, itemOf, MANIFEST, takeJobs, temporaryEngine } from "./temporary-engine.ts";

let bench: Bench;
afterEach(() => bench.remove());

const platform = async (): Promise<readonly string[]> =>
  answerOf(await bench.store.records.events(0, 0, 100)).map(({ type }) => type);
const batchOf = async (id: BatchId) => answerOf(await bench.store.batches.read(id))?.batch;
const join = (id: BatchId, ...keys: readonly string[]) =>
  bench.engine.handle([
    ...keys.map((key) => itemOf(id, memberNamed(key))),
    itemOf(id, { kind: "batch-detected" }),
  ]);

describe("publishing a runbook", () => {
  test("M-058, M-082, R41: makes the next version and moves batches under way to it", async () => {
    bench = await temporaryEngine();
    const id = await prepare(bench, yamlOf([1, 1]));
    await join(id, "ann");
    const request = { yaml: yamlOf([1, 1, 1]), publishedBy: "ada" };
    expect(answerOf(await bench.engine.publishRunbook(request)).version).toBe(2);
    expect((await batchOf(id))?.version).toBe(2);
    expect(await platform()).toEqual([
      "worker.registered",
      "runbook.published",
      "runbook.published",
    ]);
    const plan = answerOf(await bench.engine.plan(NAME, version(2)));
    expect(plan?.phases).toHaveLength(3);
  });

  test("X-72: leaves them where they are when it says so, also in later sweeps", async () => {
    bench = await temporaryEngine();
    const id = await prepare(bench, yamlOf([1, 1]));
    await join(id, "ann");
    const request = { yaml: yamlOf([1]), publishedBy: "ada", inFlight: "pin" } as const;
    answerOf(await bench.engine.publishRunbook(request));
    bench.clock.advance(60_000);
    answerOf(await bench.engine.sweep());
    expect((await batchOf(id))?.version).toBe(1);
  });

  test("R41: a batch that did not hear of it is told by the next sweep", async () => {
    bench = await temporaryEngine();
    const id = await prepare(bench, yamlOf([1, 1]));
    const kept = answerOf(await bench.store.runbooks.version(NAME, version(1)));
    if (kept === null) throw new Error("no version");
    const row = { ...kept, yaml: yamlOf([1, 1, 1]), dataTableName: "lost", steps: [] };
    answerOf(await bench.store.runbooks.publish(row, () => []));
    const { store, clock } = bench;
    const other = openEngine({ store, clock, observe: () => {} });
    answerOf(await other.sweep());
    expect((await batchOf(id))?.version).toBe(2);
  });

  test("refuses text with errors and keeps the version there is", async () => {
    bench = await temporaryEngine();
    await prepare(bench, yamlOf([1]));
    const request = { yaml: "name: move-mailboxes\nphases: 7", publishedBy: "ada" };
    expect(failureOf(await bench.engine.publishRunbook(request)).kind).toBe("invalid");
    expect(answerOf(await bench.store.runbooks.active(NAME))?.version).toBe(1);
  });
});

describe("orders to the platform", () => {
  test("are recorded with what they change", async () => {
    bench = await temporaryEngine();
    answerOf(await bench.engine.setAutomation(NAME, true, "ada"));
    answerOf(await bench.engine.setLimit("worker:worker-01", 3, "ada"));
    answerOf(await bench.engine.setLimit("worker:worker-01", null, "ada"));
    expect(await platform()).toEqual(["automation.enabled", "limit.set", "limit.lifted"]);
  });

  test("a limit holds from the next decision on, without a restart", async () => {
    bench = await temporaryEngine();
    const id = await prepare(bench, yamlOf([1]));
    answerOf(await bench.engine.setLimit("worker:worker-01", 1, "ada"));
    await join(id, "ann", "bob");
    expect(takeJobs(bench)).toHaveLength(0);
    const grant = { kind: "slots-granted", key: "worker:worker-01", granted: 1 } as const;
    await bench.engine.handle([itemOf(id, grant)]);
    expect(takeJobs(bench)).toHaveLength(1);
  });

  test("R20: steps for a worker nobody knew go out when it registers", async () => {
    bench = await temporaryEngine();
    answerOf(await bench.engine.publishRunbook({ yaml: yamlOf([1]), publishedBy: "ada" }));
    const id = await makeBatch(bench.store, version(1), "one");
    await join(id, "ann", "bob");
    expect(takeJobs(bench)).toHaveLength(0);
    expect(answerOf(await bench.store.records.attention(10))).toHaveLength(1);
    answerOf(await bench.engine.registerWorkers([MANIFEST]));
    expect(takeJobs(bench)).toHaveLength(2);
    expect(answerOf(await bench.store.records.attention(10))).toHaveLength(0);
  });
});

describe("a member that moves to another batch", () => {
  const removal = [
    "on_member_removed:",
    "  - name: clean-up",
    "    worker_id: worker-01",
    "    function: Undo-Thing",
    "    params:",
    '      Key: "{{Key}}"',
  ].join("\n");

  const move = async () => {
    bench = await temporaryEngine();
    const one = await prepare(bench, yamlOf([1], removal));
    const two = await makeBatch(bench.store, version(1), "two");
    await join(one, "ann", "bob");
    const [ann] = answerOf(await bench.store.batches.members(one, 0, 10));
    if (ann === undefined) throw new Error("no member");
    const { id: memberId, generation } = ann;
    const why = "rescheduled" as const;
    await bench.engine.handle([itemOf(one, { kind: "member-removed", memberId, generation, why })]);
    const key = MemberKey.parse("ann");
    const data = new Map([["Key", "ann"]]);
    await bench.engine.handle([
      itemOf(two, { kind: "member-added", key, data, waitsFor: one }),
      itemOf(two, { kind: "batch-detected" }),
    ]);
    return { one, two };
  };

  test("R36: begins there when the first has undone its work, in the same call", async () => {
    const { one, two } = await move();
    const jobs = takeJobs(bench);
    expect(jobs.map(({ functionName }) => functionName)).toEqual(["Set-Thing", "Set-Thing"]);
    await bench.engine.handle(jobs.slice(0, 1).map((job) => itemOf(one, resultOf(job, SUCCESS))));
    const undo = takeJobs(bench);
    expect(undo.map(({ functionName }) => functionName)).toEqual(["Undo-Thing"]);
    await bench.engine.handle(undo.map((job) => itemOf(one, resultOf(job, SUCCESS))));
    expect(takeJobs(bench).map(({ batchId }) => batchId)).toEqual([two]);
  });

  test("R36: shows attention there while the first waits for a person", async () => {
    const { one, two } = await move();
    await bench.engine.handle([
      itemOf(one, { kind: "removals-held", count: 5, limit: 1, why: "too-many" }),
    ]);
    bench.clock.advance(60_000);
    answerOf(await bench.engine.sweep());
    const open = answerOf(await bench.store.records.attention(10));
    expect(open.map(({ batchId }) => batchId)).toEqual([one, two]);
    await bench.engine.handle([
      itemOf(one, { kind: "removals-held", count: 0, limit: 1, why: "too-many" }),
    ]);
    bench.clock.advance(60_000);
    answerOf(await bench.engine.sweep());
    expect(answerOf(await bench.store.records.attention(10))).toEqual([]);
  });
});

describe("a sweep", () => {
  test("X-20, R14: finds retries that are due, and says when the next row is", async () => {
    bench = await temporaryEngine();
    const retry = "retry:\n  max_retries: 1\n  interval: 90s\n";
    const id = await prepare(bench, yamlOf([1], retry));
    await join(id, "ann");
    await bench.engine.handle(takeJobs(bench).map((job) => itemOf(id, resultOf(job, failure()))));
    bench.tray.published.length = 0;
    expect(answerOf(await bench.engine.sweep())).toEqual({
      handled: 0,
      more: false,
      nextInMs: 90_000,
    });
    bench.clock.advance(90_000);
    expect(answerOf(await bench.engine.sweep()).handled).toBe(1);
    expect(takeJobs(bench).map(({ attempt }) => attempt)).toEqual([2]);
  });
});
