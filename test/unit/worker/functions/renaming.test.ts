import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../runtime/contract/json-object.ts";
import { ok } from "../../../../runtime/contract/result.ts";
import type { DirectoryUser } from "../../../../runtime/tenant/directory.ts";
import type { Tenant, TenantSession } from "../../../../runtime/tenant/tenant.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { CONTEXT } from "./one-job.ts";

const ID = "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69";
const GUEST_NAME = "ann_lee_contoso.com#EXT#@fabrikam.com";

/** A directory in which one account has the new name, and these addresses. */
async function rename(name: string, params: JsonObject, proxyAddresses: readonly string[]) {
  const bo: DirectoryUser = {
    id: "bo",
    userPrincipalName: "bo@fabrikam.com",
    properties: { proxyAddresses },
  };
  const written: unknown[] = [];
  const write = async (...args: readonly unknown[]) => {
    written.push(args);
    return ok(undefined);
  };
  const directory = {
    findUser: async (key: string) => ok(key === bo.userPrincipalName ? bo : null),
    updateUser: write,
    convertToInternal: write,
  };
  const session = { directory, pause: async () => {} } as unknown as TenantSession;
  const tenant: Tenant = { session: () => session };
  const made = functionLibrary(tenant).find(({ manifest }) => manifest.name === name);
  const asked = { ...params, NewUserPrincipalName: "bo@fabrikam.com" };
  const call = made?.prepare(asked);
  if (call === undefined) throw new Error(`no function ${name}`);
  return { answer: await answerOf(call)(CONTEXT), written };
}

const RENAMES = ["Set-EntraUserUPN", "Convert-EntraB2BToInternal"];

describe("an account named by a name that nobody has", () => {
  test.each(RENAMES)("%s takes nobody else for it, who has the new name", async (name) => {
    const ends = [
      await rename(name, { UserPrincipalName: "anm@fabrikam.com" }, ["SMTP:bo@fabrikam.com"]),
      await rename(name, { UserPrincipalName: "anm@fabrikam.com" }, ["x500:anm@fabrikam.com"]),
      await rename(name, { UserPrincipalName: GUEST_NAME }, ["smtp:lee@contoso.com"]),
    ];
    for (const { answer, written } of ends) {
      expect(answer).toMatchObject({ ok: false, error: { kind: "failed", code: "name_taken" } });
      expect(written).toEqual([]);
    }
  });

  test.each(RENAMES)("%s finds it by the old name among its addresses", async (name) => {
    const ends = [
      await rename(name, { UserPrincipalName: "ann@fabrikam.com" }, ["smtp:Ann@fabrikam.com"]),
      await rename(name, { UserPrincipalName: GUEST_NAME }, ["SMTP:ann_lee@contoso.com"]),
    ];
    for (const { written } of ends) expect(written).toMatchObject([["bo", {}]]);
  });

  test("Set-EntraUserUPN writes the name to an id without looking who has it", async () => {
    const { answer, written } = await rename("Set-EntraUserUPN", { UserId: ID }, []);
    expect(answer).toEqual(ok({ kind: "done", value: true }));
    expect(written).toEqual([[ID, { userPrincipalName: "bo@fabrikam.com" }]]);
  });
});
