import { describe, expect, test } from "@jest/globals";
import { workerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { sample, sampleText } from "./samples.ts";

const NAME = "automation.worker-job";
const read = (change: Record<string, unknown>) =>
  workerJob.read(JSON.stringify({ ...sample(NAME), ...change }));
const correlation = sample(NAME)["CorrelationData"] as Record<string, unknown>;

describe("worker jobs", () => {
  test.each([
    ["nonsense", { kind: "not-json" }],
    ["[]", { kind: "not-an-object" }],
    ['{"jobId": "a", "JobId": "b"}', { kind: "ambiguous-field", field: "jobId" }],
  ])("M-045: %s is no job, and says why", (text, error) => {
    expect(workerJob.read(text)).toEqual({ ok: false, error });
  });

  test("M-045: a job is read with its attempt and poll told by the job id", () => {
    expect(workerJob.read(sampleText(NAME))).toEqual({
      ok: true,
      value: {
        jobId: "step-123-attempt-1",
        kind: "step",
        attempt: 1,
        poll: 0,
        batchId: 42,
        workerId: "worker-01",
        functionName: "New-EntraUser",
        parameters: { DisplayName: "John Doe", UserPrincipalName: "jdoe@contoso.com" },
        correlationData: {
          stepExecutionId: 123,
          isInitStep: false,
          runbookName: "contoso-mailbox-migration",
          runbookVersion: 1,
          batchId: null,
        },
      },
    });
  });

  test("X-12: a job reads back as written, and parameters keep their own casing", () => {
    const job = read({ Parameters: { UPN: "a", upn: "b", nothing: null, Deep: { X: [1] } } });
    if (!job.ok) throw new Error("the sample must be readable");
    for (const wire of ["camel", "pascal"] as const) {
      const text = workerJob.write(job.value, wire);
      expect(text.ok && workerJob.read(text.value)).toEqual(job);
    }
    const pascal = workerJob.write(job.value, "pascal");
    expect(JSON.parse(pascal.ok ? pascal.value : "")).toEqual({
      ...sample(NAME),
      Parameters: { UPN: "a", upn: "b", nothing: null, Deep: { X: [1] } },
      Attempt: 1,
      Poll: 0,
    });
  });

  test("X-74 (part): the attempt and poll a job states are those of its id", () => {
    const stated = read({ JobId: "step-123-retry-1-poll-4", attempt: 2, poll: 4 });
    expect(stated).toMatchObject({ ok: true, value: { attempt: 2, poll: 4 } });
  });

  test.each([
    [{ attempt: 2 }, "attempt"],
    [{ poll: 1 }, "poll"],
    [{ JobId: "8c1f-random" }, "jobId"],
    [{ JobId: "" }, "jobId"],
    [
      { CorrelationData: { ...correlation, StepExecutionId: 124 } },
      "correlationData.stepExecutionId",
    ],
    [{ CorrelationData: null }, "correlationData"],
    [{ WorkerId: "worker-01' or 1=1" }, "workerId"],
    [{ FunctionName: "Invoke-Expression; ls" }, "functionName"],
    [{ Parameters: [] }, "parameters"],
  ])("R51 (part): %j makes a job invalid at %s", (change, field) => {
    expect(read(change)).toMatchObject({
      ok: false,
      error: { kind: "invalid", problems: [{ field }] },
    });
  });

  test("X-19: an earlier system's rollback job names the step that failed", () => {
    expect(read({ JobId: "rollback-77-0-1" })).toMatchObject({
      ok: true,
      value: { kind: "rollback-of", attempt: 1, poll: 0 },
    });
  });

  test("R54: parameters with a reserved key are refused", () => {
    const body = sampleText(NAME).replace('"DisplayName"', '"__proto__"');
    const error = { kind: "reserved-key", key: "__proto__" };
    expect(workerJob.read(body)).toEqual({ ok: false, error });
  });
});
