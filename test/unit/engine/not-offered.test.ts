import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import { WorkerManifest } from "../../../runtime/contract/manifest.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { memberNamed } from "../domain/engine/begin.ts";
import { prepare, yamlOf } from "./prepare.ts";
import { type Bench, itemOf, MANIFEST, takeJobs, temporaryEngine } from "./temporary-engine.ts";

let bench: Bench;
afterEach(() => bench.remove());

const WITHOUT = { ...MANIFEST, functions: MANIFEST.functions.slice(1) };
const OFF = WorkerManifest.parse({
  ...WITHOUT,
  switchedOff: [{ name: "Set-Thing", capability: "exchange" }],
});

/** A batch whose only step calls Set-Thing, begun when the worker has told this of itself. */
async function beginWith(manifest: WorkerManifest): Promise<BatchId> {
  bench = await temporaryEngine();
  const id = await prepare(bench, yamlOf([1]));
  answerOf(await bench.engine.registerWorkers([manifest]));
  const inputs = [memberNamed("ann"), { kind: "batch-detected" } as const];
  await bench.engine.handle(inputs.map((input) => itemOf(id, input)));
  return id;
}

function errors(): readonly unknown[] {
  const database = new DatabaseSync(bench.path, { readOnly: true });
  const rows = database.prepare("select error_message as told from step_executions").all();
  database.close();
  return rows.map(({ told }) => told);
}

describe("a step whose function the worker does not run", () => {
  test("says that the worker does not offer it when it has never named it", async () => {
    await beginWith(WITHOUT);
    expect(takeJobs(bench)).toEqual([]);
    expect(errors()).toEqual(["worker-01 does not offer Set-Thing"]);
  });

  test("says which capability is disabled when the worker has it switched off", async () => {
    await beginWith(OFF);
    expect(takeJobs(bench)).toEqual([]);
    expect(errors()).toEqual([
      "worker-01 has Set-Thing switched off: its capability exchange is disabled",
    ]);
  });

  test("goes out when the worker offers it again and somebody retries the member", async () => {
    const id = await beginWith(OFF);
    // Still named as switched off: what a worker offers counts for more.
    answerOf(await bench.engine.registerWorkers([{ ...OFF, ...MANIFEST }]));
    const [ann] = answerOf(await bench.store.batches.members(id, 0, 10));
    if (ann === undefined) throw new Error("no member");
    const retry = { kind: "retry-member", memberId: ann.id, ifSeq: null } as const;
    await bench.engine.handle([itemOf(id, retry)]);
    expect(takeJobs(bench).map(({ functionName }) => functionName)).toEqual(["Set-Thing"]);
  });
});
