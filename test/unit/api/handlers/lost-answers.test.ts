import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ProblemDetails } from "../../../../runtime/contract/http/problem-details.ts";
import { openStage, RUNBOOK_NAME, type Stage } from "../../queries/stage.ts";
import { type StagedApi, stageApi } from "./staged-api.ts";

let stage: Stage;
let api: StagedApi;

beforeAll(async () => {
  stage = await openStage();
  api = stageApi(stage);
});
afterAll(() => stage.close());

const NAME = encodeURIComponent(RUNBOOK_NAME);
/** Batch 1 ended with failures; batch 2 waits for a person. */
const READS = [
  "/api/ready",
  "/api/overview",
  "/api/attention",
  "/api/workers",
  "/api/limits",
  "/api/audit",
  "/api/incidents",
  "/api/incidents?reason=none",
  "/api/events",
  "/api/search?status=failed",
  "/api/search?member=member-1",
  "/api/search?status=active",
  "/api/batches",
  "/api/batches/1",
  "/api/batches/1/phases",
  "/api/batches/1/members?limit=2",
  "/api/batches/1/members/1",
  "/api/batches/1/steps?limit=2",
  "/api/batches/1/steps?limit=2&status=succeeded&phaseName=first",
  "/api/batches/1/steps/1",
  "/api/batches/1/events?limit=2",
  "/api/batches/1/events?limit=2&order=newest",
  "/api/batches/1/failures",
  "/api/batches/2/failures",
  "/api/batches/1/timeline",
  "/api/batches/2/timeline?memberId=26",
  "/api/batches/1/why",
  "/api/batches/2/why",
  "/api/batches/2/why?phase=first",
  "/api/batches/2/why?memberId=27",
  "/api/batches/2/attention",
  "/api/runbooks",
  `/api/runbooks/${NAME}`,
  `/api/runbooks/${NAME}/versions`,
  `/api/runbooks/${NAME}/versions/1`,
  `/api/runbooks/${NAME}/diff?from=1&to=1`,
  `/api/runbooks/${NAME}/template`,
  `/api/runbooks/${NAME}/automation`,
];

const csv = (table: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "text/csv" },
  body: table,
});
const put = (body: object, method = "PUT"): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const ROW = "key,end\nnobody-else,answer\n";

/** Each may be given many times over: none takes away what the next needs. */
const WRITES: readonly (readonly [path: string, init: RequestInit])[] = [
  [`/api/batches/preview?runbookName=${NAME}`, csv(ROW)],
  [`/api/batches?runbookName=${NAME}`, csv(ROW)],
  [`/api/runbooks/${NAME}/automation`, put({ automationEnabled: true })],
  [`/api/runbooks/${NAME}/query/preview`, put({ rows: 1 }, "POST")],
];

async function told(path: string, init?: RequestInit) {
  const answer = await api.ask(path, init);
  const text = await answer.text();
  return { status: answer.status, text };
}

describe("when the database does not answer", () => {
  test.each([...READS.map((path) => [path, undefined] as const), ...WRITES])(
    "whichever answer of it is lost, %s is refused as unavailable",
    async (path, init) => {
      api.lose(0);
      const whole = await told(path, init);
      const answers = api.answers();
      expect(answers).toBeGreaterThan(0);
      const refusals: unknown[] = [];
      for (let turn = 1; turn <= answers; turn += 1) {
        api.lose(turn);
        const { status, text } = await told(path, init);
        const { code } = ProblemDetails.parse(JSON.parse(text));
        if (status !== 503 || !["unavailable", "not-ready"].includes(code))
          refusals.push({ turn, status, code });
      }
      expect([whole.status < 300 || path.includes("query/preview"), refusals]).toEqual([true, []]);
      expect(api.bugs).toEqual([]);
    },
  );

  test("health is told all the same, with nothing about the engine", async () => {
    api.lose(1);
    const { status, text } = await told("/api/health");
    expect([status, JSON.parse(text).engine]).toEqual([200, null]);
  });
});
