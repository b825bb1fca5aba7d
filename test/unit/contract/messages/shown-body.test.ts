import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../../runtime/contract/limits.ts";
import { shownBody } from "../../../../runtime/contract/messages/shown-body.ts";
import { workerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { workerResult } from "../../../../runtime/contract/messages/worker-result.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { jobMessage } from "../../worker/job-message.ts";

const NOTE = "plain-canary-note";
const PIN = "plain-canary-pin";
const marks = { params: ["Note"], values: [PIN], results: ["pin"] };
const JOB = jobMessage({ params: { Note: NOTE, Who: "ada" }, sensitive: marks }).body;

function resultText(outcome: object, sensitive?: readonly string[]): string {
  const { jobId, kind, attempt, poll, correlationData } = answerOf(workerJob.read(JOB));
  const round = { jobId, kind, attempt, poll, correlationData };
  const told = { ...round, outcome, durationMs: 1, timestamp: null };
  const message = sensitive === undefined ? told : { ...told, sensitive };
  return answerOf(workerResult.write(message as Parameters<typeof workerResult.write>[0]));
}

describe("the body of a message that is shown", () => {
  test("I30 (part): a job is shown without its marked params and what they contain", () => {
    const shown = shownBody("worker-jobs", JOB);
    expect(JSON.parse(shown)).toMatchObject({
      parameters: { Note: "[secret]", Who: "ada" },
      sensitive: { params: ["Note"], values: [], results: ["pin"] },
    });
    expect(shown).not.toContain("canary");
  });

  test("I30 (part): so is a job in the other casing", () => {
    const pascal = answerOf(workerJob.write(answerOf(workerJob.read(JOB)), "pascal"));
    expect(pascal).toContain(NOTE);
    expect(shownBody("worker-jobs", pascal)).not.toContain("canary");
  });

  test.each([
    ["done", { kind: "succeeded", resultType: "Object", result: { pin: PIN, id: 7 } }],
    ["deep", { kind: "succeeded", resultType: "Object", result: { data: { pin: PIN, id: 7 } } }],
    ["not done", { kind: "polling", result: { complete: false, pin: PIN, id: 7 } }],
  ])("I30 (part): a result that is %s is shown without its marked fields", (_, outcome) => {
    const text = resultText(outcome, ["pin"]);
    expect(text).toContain(PIN);
    const shown = shownBody("worker-results", text);
    expect(shown).not.toContain("canary");
    expect(shown).toMatch(/"pin":"\[secret\]","id":7/);
  });

  test("I30 (part): what has marks and cannot be read is not shown at all", () => {
    const torn = JOB.slice(0, -1);
    expect(shownBody("worker-jobs", torn)).toBe("[secret]");
    expect(shownBody("worker-results", `${resultText({ kind: "polling", result: {} }, [])},`)).toBe(
      "[secret]",
    );
  });

  test("I30 (part): what would be too long with its marks is not shown at all", () => {
    const names = Array.from({ length: LIMITS.paramsPerStep - 1 }, (_, at) => `p${at}`);
    const params = Object.fromEntries(names.map((name) => [name, "1"]));
    const sensitive = { params: names, values: [], results: [] };
    const short = jobMessage({ params: { ...params, rest: "" }, sensitive }).body;
    const rest = "x".repeat(LIMITS.messageBytes - short.length - 20);
    const { body } = jobMessage({ params: { ...params, rest }, sensitive });
    expect(workerJob.read(body).ok).toBe(true);
    expect(shownBody("worker-jobs", body)).toBe("[secret]");
  });

  test("a message without marks is shown as it is, but for what looks like a secret", () => {
    const plain = jobMessage({ params: { Note: NOTE } }).body;
    expect(shownBody("worker-jobs", plain)).toBe(plain);
    const named = jobMessage({ params: { sensitive: "x" } }).body;
    expect(shownBody("worker-jobs", named)).toBe(named);
    const failed = resultText({ kind: "polling", result: { sensitive: "x" } });
    expect(shownBody("worker-results", failed)).toBe(failed);
    const event = '{"text":"Bearer abcdefghij","sensitive":1}';
    expect(shownBody("orchestrator-events", event)).toBe(
      '{"text":"Bearer [secret]","sensitive":1}',
    );
  });
});
