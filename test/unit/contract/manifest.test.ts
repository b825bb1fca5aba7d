import { describe, expect, test } from "@jest/globals";
import { FunctionName, WorkerManifest } from "../../../runtime/contract/manifest.ts";
import { STANDARD_FUNCTIONS } from "../../fixtures/standard-functions.ts";

const newUser = {
  name: "New-EntraUser",
  description: "Creates a user.",
  params: { type: "object", properties: { UserPrincipalName: { type: "string" } } },
  result: "Object",
  effect: "write",
  idempotency: "natural-key",
  examples: [{ params: { UserPrincipalName: "a@contoso.com" }, result: { UserId: "abc-123" } }],
};
const worker = { workerId: "worker-01", version: "1.0.0", functions: [newUser] };

describe("worker manifests", () => {
  test.each(STANDARD_FUNCTIONS)("M-117 (part): %s is a function's name", (name) => {
    expect(FunctionName.safeParse(name).success).toBe(true);
  });

  test.each(["", "New-", "-User", "7-Zip", "New-User;rm", "New User", "New:User", "Nëw-User"])(
    "R51 (part): %p is no function's name",
    (name) => {
      expect(FunctionName.safeParse(name).success).toBe(false);
    },
  );

  test.each(["Sync", "new-user", "Move_Box", "New-User-X"])(
    "a worker's own function may be called %s",
    (name) => {
      expect(FunctionName.safeParse(name).success).toBe(true);
    },
  );

  test("a manifest keeps the parameters' schema as it was written", () => {
    expect(WorkerManifest.parse(worker)).toEqual(worker);
  });

  test("a manifest of an older worker, which names nothing switched off, is read as it is", () => {
    expect(WorkerManifest.parse(worker)).not.toHaveProperty("switchedOff");
  });

  test("a manifest keeps what is switched off, with the capability that is disabled", () => {
    const partly = { ...worker, switchedOff: [{ name: "Set-Mailbox", capability: "exchange" }] };
    expect(WorkerManifest.parse(partly)).toEqual(partly);
  });

  test.each([
    [[{ name: "Set-Mailbox" }]],
    [[{ name: "Set-Mailbox", capability: "" }]],
    [[{ name: "Set Mailbox", capability: "exchange" }]],
    [["Set-Mailbox", "set-mailbox"].map((name) => ({ name, capability: "exchange" }))],
  ])("%j is no list of what is switched off", (switchedOff) => {
    expect(WorkerManifest.safeParse({ ...worker, switchedOff }).success).toBe(false);
  });

  test.each([
    { result: "String" },
    { effect: "delete" },
    { idempotency: "maybe" },
    { params: { type: "array" } },
    { params: {} },
    { description: "" },
    { examples: Array(11).fill(newUser.examples[0]) },
  ])("a function with %j is refused", (change) => {
    const functions = [{ ...newUser, ...change }];
    expect(WorkerManifest.safeParse({ ...worker, functions }).success).toBe(false);
  });

  test("two functions whose names differ only by case are refused", () => {
    const functions = [newUser, { ...newUser, name: "New-EntraUSER" }];
    expect(WorkerManifest.safeParse({ ...worker, functions }).success).toBe(false);
  });
});
