import { describe, expect, test } from "@jest/globals";
import { RunLogs } from "../../../../runtime/contract/http/run-logs.ts";
import {
  RunResources,
  RunServicePrincipals,
} from "../../../../runtime/contract/http/run-resources.ts";
import { RunDetail, RunList, RunsStatus } from "../../../../runtime/contract/http/runs.ts";
import { agentEvent } from "../../../../runtime/contract/messages/agent-event.ts";
import { readEvent } from "../../../../runtime/contract/messages/read-event.ts";
import { runCard } from "../../../../runtime/contract/messages/run-card.ts";
import { readScalerRequest } from "../../../../runtime/contract/messages/scaler-request.ts";
import { workerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { workerResult } from "../../../../runtime/contract/messages/worker-result.ts";
import { SAMPLE_NAMES, sample, sampleText } from "./samples.ts";

const event = (name: string) => readEvent(name.split(".")[1], sampleText(name)).ok;
const body = (schema: { safeParse: (value: unknown) => { success: boolean } }) => (name: string) =>
  schema.safeParse(sample(name)).success;
const peeked = (name: string) => {
  const message = { messageId: "m-1", properties: { file_size_mb: 500 }, body: sampleText(name) };
  return readScalerRequest(message, { requireJson: true }).ok;
};
/** The failed result that the sample of an error belongs to. */
const failed = (name: string) =>
  workerResult.read(
    JSON.stringify({
      ...sample("automation.worker-result"),
      Status: "Failure",
      Result: null,
      ...sample(name),
    }),
  ).ok;

const READERS: Readonly<Record<string, (name: string) => boolean>> = {
  "automation.batch-init": event,
  "automation.member-added": event,
  "automation.member-removed": event,
  "automation.phase-due": event,
  "automation.poll-check": event,
  "automation.retry-check": event,
  "automation.worker-error": failed,
  "automation.worker-job": (name) => workerJob.read(sampleText(name)).ok,
  "automation.worker-result": (name) => workerResult.read(sampleText(name)).ok,
  "haymaker.agent-event": (name) => agentEvent.read(sampleText(name)).ok,
  "haymaker.logs": body(RunLogs),
  "haymaker.resources": body(RunResources),
  "haymaker.run": body(RunDetail),
  "haymaker.runs": body(RunList),
  "haymaker.service-principals": body(RunServicePrincipals),
  "haymaker.status": body(RunsStatus),
  "orchestrator.batch-init": event,
  "orchestrator.member-added": event,
  "orchestrator.member-removed": event,
  "orchestrator.phase-due": event,
  "orchestrator.poll-check": event,
  "runcards.run-card": (name) => runCard.read(sampleText(name)).ok,
  "scaler.validation-request": peeked,
};

describe("samples of other systems", () => {
  test("every sample has a reader here", () => {
    expect(Object.keys(READERS)).toEqual(SAMPLE_NAMES);
  });

  test.each(SAMPLE_NAMES)("X-12: the sample %s is read", (name) => {
    expect(READERS[name]?.(name)).toBe(true);
  });
});
