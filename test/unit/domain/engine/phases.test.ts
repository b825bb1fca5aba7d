import { describe, expect, test } from "@jest/globals";
import type { Runbook } from "../../../../runtime/domain/runbook.ts";
import { answer, failure, feed, memberNamed, type Run, startRun, sweep } from "./run.ts";
import { phase, runbook, step } from "./runbooks.ts";
import { START, startWorld } from "./start-world.ts";

function begin(plan: Runbook, ...keys: readonly string[]): Run {
  const run = startRun(startWorld(plan), START);
  feed(run, ...keys.map((key) => memberNamed(key)), { kind: "batch-detected" });
  sweep(run);
  return run;
}

const statuses = (run: Run) => [...run.world.phases.values()].map(({ status }) => status);

describe("members go through phases", () => {
  test("M-067: a member's next step is sent after the one before succeeded, others wait not", () => {
    const run = begin(runbook([phase("one", [step("a"), step("b")])]), "ann", "bob");
    expect(run.jobs.map(({ jobId }) => jobId)).toEqual(["step-1-attempt-1", "step-3-attempt-1"]);
    answer(run);
    expect(run.jobs.map(({ jobId }) => jobId)).toEqual(["step-3-attempt-1", "step-2-attempt-1"]);
    answer(run);
    answer(run);
    answer(run, failure());
    expect(statuses(run)).toEqual(["completed"]);
    expect(run.world.batch).toMatchObject({ status: "completed", outcome: "partial" });
  });
});
