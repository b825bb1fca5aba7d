import { expect, test } from "@jest/globals";
import { ok } from "../../../../runtime/contract/result.ts";
import type { Tenant, TenantSession } from "../../../../runtime/tenant/tenant.ts";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { CONTEXT } from "./one-job.ts";

const SUSPENDED = { identity: "ann", state: "suspended", percentComplete: 10, detail: null };
const TENANT: Tenant = {
  session: () =>
    ({ exchange: { findMove: async () => ok(SUSPENDED) } }) as unknown as TenantSession,
};

test.each(["synced", "completed"])(
  "M-117 (part): a move that somebody suspended is not %s, and the answer says what to do",
  async (Until) => {
    const made = functionLibrary(TENANT).find(
      ({ manifest }) => manifest.name === "Get-ExchangeMailboxMoveStatus",
    );
    const params = { UserPrincipalName: "ann@fabrikam.com", Until };
    const call = answerOf((made as WorkerFunction).prepare(params));
    expect(await call(CONTEXT)).toEqual(
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
