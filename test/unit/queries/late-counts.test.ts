import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { overviewOf } from "../../../runtime/queries/overview.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { failure, resultOf, SUCCESS } from "../domain/engine/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { prepare, yamlOf } from "../engine/prepare.ts";
import {
  type Bench,
  itemOf,
  START,
  takeJobs,
  temporaryEngine,
} from "../engine/temporary-engine.ts";

let bench: Bench;
let batchId: BatchId;

beforeEach(async () => {
  bench = await temporaryEngine();
  batchId = await prepare(bench, yamlOf([1]));
  const people = ["ann", "bob"].map((key) => itemOf(batchId, memberNamed(key)));
  await bench.engine.handle([...people, itemOf(batchId, { kind: "batch-detected" })]);
});
afterEach(() => bench.remove());

/** What is told of the only phase, and of the batch. */
async function told() {
  const { store, reports } = bench;
  const { records, incidents, runbooks } = store;
  const [phase] = answerOf(await reports.phases(batchId));
  const overview = answerOf(await overviewOf({ reports, records, incidents, runbooks }, START));
  return { ...phase?.memberCounts, status: phase?.status, progress: overview.running[0]?.progress };
}

const answerEach = (...outcomes: readonly Parameters<typeof resultOf>[1][]) =>
  bench.engine.handle(
    takeJobs(bench).map((job, at) => itemOf(batchId, resultOf(job, outcomes[at] ?? SUCCESS))),
  );

test("M-102, X-71 (part): who is tried again is no longer lost to a phase that ended", async () => {
  await answerEach(failure(), SUCCESS);
  const ended = { status: "completed", succeeded: 1, failed: 1 };
  expect(await told()).toMatchObject({ ...ended, through: 1, lost: 1 });
  const members = answerOf(
    await bench.reports.members(batchId, { filters: { status: "failed" }, after: null, most: 2 }),
  );
  const [ann] = members.rows;
  if (ann === undefined) throw new Error("nobody has failed");
  const retry = { kind: "retry-member", memberId: ann.id, ifSeq: null } as const;
  await bench.engine.handle([itemOf(batchId, retry)]);
  const underWay = { total: 2, done: 1, failed: 0 };
  expect(await told()).toMatchObject({ ...ended, through: 1, lost: 0, progress: underWay });
  await answerEach(SUCCESS);
  expect(await told()).toMatchObject({ ...ended, through: 2, lost: 0 });
});
