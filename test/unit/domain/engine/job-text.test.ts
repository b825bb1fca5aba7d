import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../../runtime/contract/limits.ts";
import { checkEnvelope } from "../../../../runtime/contract/messages/envelope.ts";
import { workerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { answer, failure, NOT_YET } from "./answers.ts";
import { begin, rowsOf } from "./begin.ts";
import { jobIn } from "./jobs-in.ts";
import { batchStep, phase, retries, runbook, step, template } from "./runbooks.ts";
import { later } from "./sweep.ts";

describe("the text of a job", () => {
  test("M-045, X-74: is what the contract writes, under the job's own id", () => {
    const poll = { intervalSec: 60, timeoutSec: 600 };
    const params = new Map([
      ["Key", template("{{Key}}")],
      ["Count", { kind: "literal", value: 3 } as const],
      ["Nothing", { kind: "literal", value: null } as const],
    ]);
    const sensitive = { params: ["Key"], variables: ["Key"], results: ["Pin"] };
    const given = { poll, params, retry: retries(1, 10), sensitive };
    const plan = runbook([phase("one", [step("a", given)])], { init: [batchStep("i")] });
    const run = begin(plan, ['an"n ü / {}']);
    answer(run);
    answer(run, failure());
    later(run, 10);
    answer(run, NOT_YET);
    later(run, 60);
    const jobs = run.decisions
      .flatMap(({ publish }) => publish)
      .filter(({ topic }) => topic === "worker-jobs");
    expect(jobs).toHaveLength(4);
    for (const message of jobs) {
      const job = jobIn(message);
      expect(workerJob.write(job)).toEqual({ ok: true, value: message.envelope.body });
      expect(message.envelope.messageId).toBe(job.jobId);
      expect(message.envelope.properties).toEqual({ WorkerId: "worker-01" });
    }
    const values = ['an"n ü / {}'];
    const marks = { params: ["Key"], values, results: ["Pin"] };
    expect(jobs.map((message) => jobIn(message).sensitive)).toEqual([
      undefined,
      ...[marks, marks, marks],
    ]);
  });

  test("R31: fits in every later round when it fits in the first", () => {
    const chars = (count: number) =>
      step("a", {
        retry: retries(1, 10),
        params: new Map(
          Array.from({ length: 9 }, (_, index) => [`P${index}`, template("x".repeat(count))]),
        ),
      });
    const roomy = begin(runbook([phase("one", [chars(28_000)])]), ["ann"]);
    const [first] = roomy.decisions.flatMap(({ publish }) => publish);
    expect(first !== undefined && checkEnvelope(first.envelope).ok).toBe(true);
    expect(first?.envelope.body.length).toBeGreaterThan(LIMITS.messageBytes / 4);
    const full = begin(runbook([phase("one", [chars(29_000)])]), ["ann"]);
    expect(rowsOf(full, "ann")[0]).toMatchObject({
      status: "failed",
      error: { kind: "job-too-large" },
    });
  });
});
