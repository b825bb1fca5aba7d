import { describe, expect, test } from "@jest/globals";
import { PhaseExecution } from "../../../../runtime/contract/http/phases.ts";
import { ProblemDetails } from "../../../../runtime/contract/http/problem-details.ts";
import { RunLogs } from "../../../../runtime/contract/http/run-logs.ts";
import { RunDetail, RunList, RunsStatus } from "../../../../runtime/contract/http/runs.ts";
import { StepPage } from "../../../../runtime/contract/http/steps.ts";
import { sample } from "../messages/samples.ts";

const at = "2025-03-15T10:30:00.000Z";

describe("response bodies", () => {
  test(
    "H-062 (part), X-02 (part): " +
      "the status keeps the design's fields and adds the runs under way",
    () => {
      const status = sample("haymaker.status");
      expect(RunsStatus.parse(status)).toMatchObject({ status: "running", active_runs: [] });
      const idle = {
        status: "idle",
        current_run_id: null,
        started_at: null,
        scheduled_end_at: null,
      };
      expect(RunsStatus.safeParse(idle).success).toBe(true);
      expect(RunsStatus.safeParse({ ...idle, status: "busy" }).success).toBe(false);
    },
  );

  test(
    "H-063 (part), H-064 (part), X-50 (part): " +
      "runs are told in snake_case, an unfinished one without an end",
    () => {
      const { runs } = RunList.parse(sample("haymaker.runs"));
      expect(Object.keys(runs[0] ?? {})).toEqual(
        Object.keys((sample("haymaker.runs")["runs"] as object[])[0] ?? {}),
      );
      const run = { ...sample("haymaker.run"), ended_at: null, status: "in_progress" };
      expect(RunDetail.safeParse(run).success).toBe(true);
    },
  );

  test("H-067 (part): a log line has five fields, severity info when unsaid", () => {
    const logs = sample("haymaker.logs");
    const [line] = logs["logs"] as Record<string, unknown>[];
    const parsed = RunLogs.parse({ ...logs, logs: [{ ...line, severity: undefined, extra: 1 }] });
    expect(parsed.logs).toEqual([{ ...line, timestamp: "2025-11-14T12:05:23.000Z" }]);
  });

  test(
    "M-061 (part), X-16 (part), X-71 (part): " +
      "a phase execution shows status, outcome and who came late",
    () => {
      const phase = {
        id: 108,
        batchId: 42,
        phaseName: "pre-notification",
        offsetMinutes: 7200,
        dueAt: null,
        runbookVersion: 3,
        status: "superseded",
        outcome: "partial",
        dispatchedAt: null,
        completedAt: at,
        memberCounts: {
          total: 3,
          remaining: 0,
          succeeded: 2,
          failed: 1,
          late: 1,
          through: 2,
          lost: 1,
        },
      };
      expect(PhaseExecution.parse(phase)).toEqual(phase);
      expect(PhaseExecution.safeParse({ ...phase, status: "cancelled" }).success).toBe(false);
    },
  );

  test("M-062 (part), X-63 (part): an execution of any kind shows its round and its result", () => {
    const step = {
      id: 9,
      kind: "finalize",
      batchId: 42,
      phaseExecutionId: null,
      phaseName: null,
      memberId: null,
      memberKey: null,
      stepName: "report",
      stepIndex: 0,
      workerId: "worker-01",
      functionName: "New-{{Kind}}",
      params: null,
      status: "polling",
      jobId: "finalize-9-attempt-1-poll-2",
      result: { complete: false },
      errorMessage: null,
      dispatchedAt: at,
      completedAt: null,
      onFailure: null,
      retryCount: 0,
      maxRetries: 2,
      retryAfter: null,
      isPollStep: true,
      pollCount: 2,
      pollStartedAt: at,
      lastPolledAt: at,
    };
    const page = { items: [step], nextCursor: null, total: 1, totalIsCapped: false };
    expect(StepPage.parse(page)).toEqual(page);
  });

  test("an error body has a code to match, an id to look up, and all problems of the input", () => {
    const problem = {
      type: "https://example.org/problems/invalid-runbook",
      title: "The runbook has errors",
      status: 422,
      code: "invalid-runbook",
      correlationId: "req-12345",
      problems: [
        {
          code: "unknown-rollback",
          severity: "error",
          message: "No rollback is called undo.",
          hint: null,
          field: null,
          line: 12,
          col: 5,
        },
      ],
    };
    expect(ProblemDetails.parse(problem)).toEqual(problem);
    expect(ProblemDetails.safeParse({ ...problem, status: 200 }).success).toBe(false);
    expect(ProblemDetails.safeParse({ ...problem, code: "Not A Code" }).success).toBe(false);
  });
});
