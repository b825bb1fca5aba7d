import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../runtime/contract/json-object.ts";
import { ok } from "../../../../runtime/contract/result.ts";
import type { TenantSession } from "../../../../runtime/tenant/tenant.ts";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { CONTEXT } from "./one-job.ts";

const SUSPENDED = { identity: "ann", state: "suspended", percentComplete: 10, detail: null };
const FAILED = { identity: "ann", state: "failed", percentComplete: 10, detail: null };

function asked(move: object, params: JsonObject) {
  const session = { exchange: { findMove: async () => ok(move) } } as unknown as TenantSession;
  const made = functionLibrary({ session: () => session }).find(
    ({ manifest }) => manifest.name === "Get-ExchangeMailboxMoveStatus",
  );
  return answerOf((made as WorkerFunction).prepare(params))(CONTEXT);
}

test.each(["synced", "completed"])(
  "M-117 (part): a move that somebody suspended is not %s, and the answer says what to do",
  async (Until) => {
    expect(await asked(SUSPENDED, { UserPrincipalName: "ann@fabrikam.com", Until })).toEqual(
      ok({
        kind: "incomplete",
        progress: {
          State: "suspended",
          PercentComplete: 10,
          Reason: expect.stringContaining("Resume-MoveRequest"),
        },
      }),
    );
  },
);

test("M-117 (part): a move that failed is a failure that says how to let it go on", async () => {
  expect(await asked(FAILED, { UserPrincipalName: "ann@fabrikam.com" })).toMatchObject({
    ok: false,
    error: { code: "move_failed", message: expect.stringContaining("Resume-MoveRequest") },
  });
});
