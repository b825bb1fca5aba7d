/** What the worked example makes of a tenant's refusals: authors of functions copy it. */
import { describe, expect, test } from "@jest/globals";
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { TenantFailure } from "../../../runtime/tenant/failure.ts";
import type { Tenant, TenantSession } from "../../../runtime/tenant/tenant.ts";
import { toolsFor } from "../../../runtime/worker/custom/definition.ts";
import example from "../../fixtures/custom-functions/new-batch-account.ts";
import { CONTEXT } from "./functions/one-job.ts";

const THROTTLED: TenantFailure = {
  kind: "throttled",
  api: "graph",
  message: "Too many requests.",
  retryAfterSec: 300,
  attempts: 6,
};

type Directory = Pick<TenantSession["directory"], "findUser" | "createUser">;

const answerWith = (directory: Partial<Directory>) => {
  const tenant: Tenant = { session: () => ({ directory }) as unknown as TenantSession };
  return example(toolsFor(tenant)).run({ BatchId: 1, Domain: "fabrikam.example" }, CONTEXT);
};

describe("the worked example, when the tenant refuses", () => {
  test("a pause that the tenant asks for is handed on to the engine", async () => {
    expect(await answerWith({ findUser: async () => fail(THROTTLED) })).toMatchObject({
      ok: false,
      error: { kind: "throttled", retryAfterSec: 300, attempts: 6 },
    });
  });

  test("an account of which nobody knows whether it was made is in doubt", async () => {
    const ambiguous = { kind: "ambiguous", code: "timeout", message: "No answer came." } as const;
    const answer = await answerWith({
      findUser: async () => ok(null),
      createUser: async () => fail(ambiguous),
    });
    expect(answer).toMatchObject({ ok: false, error: { kind: "ambiguous" } });
  });
});
