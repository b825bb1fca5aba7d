import { describe, expect, test } from "@jest/globals";
import { hideSecrets, secretsNamedIn } from "../../../runtime/contract/secret-values.ts";

const ENTRA = `abc8Q~${"x".repeat(34)}`;

describe("secrets in values", () => {
  test.each([
    "password",
    "InitialPassword",
    "AZURE_CLIENT_SECRET",
    "x-api-key",
    "accessToken",
    "SharedAccessKey",
    "ConnectionString",
    "secretText",
    "temporaryAccessPass",
    "sasToken",
    "Passwords",
    "passphrase",
    "Credential",
    "key1",
    "privateKey",
    "passwordHash",
    "Authorization",
    "cookie",
  ])("what stands under %s is hidden, whatever it looks like", (name) => {
    expect(hideSecrets({ [name]: "hunter2" })).toEqual({ [name]: "[secret]" });
    expect(hideSecrets({ [name]: 4711 })).toEqual({ [name]: "[secret]" });
    expect(hideSecrets({ [name]: { a: 1 } })).toEqual({ [name]: "[secret]" });
    expect(hideSecrets({ [name]: ["a", "b"] })).toEqual({ [name]: ["[secret]", "[secret]"] });
  });

  test("a text that looks like one is hidden at any depth, also as a name", () => {
    const value = { a: [{ b: `it is ${ENTRA}` }], [ENTRA]: 1 };
    expect(hideSecrets(value)).toEqual({ a: [{ b: "it is [secret]" }], "[secret]": 1 });
  });

  test("the rest stays: truths, nulls, numbers, dates, names that only begin alike", () => {
    const value = {
      forceChangePassword: true,
      password: null,
      pwd: "",
      passwordPolicies: "None",
      EmailSignature: "Kind regards",
      count: 3,
      list: [1, "two"],
    };
    expect(hideSecrets(value)).toEqual(value);
    const at = new Date(0);
    expect(hideSecrets({ at })).toEqual({ at: at.toISOString() });
  });

  test("a name from outside cannot change what objects are", () => {
    const hidden = hideSecrets(JSON.parse('{"__proto__": {"password": "x"}}'));
    expect(Object.getPrototypeOf(hidden)).toBe(Object.prototype);
    expect(JSON.stringify(hidden)).toBe('{"__proto__":{"password":"[secret]"}}');
  });
});

describe("what was given under a secret's name", () => {
  test.each([
    ["a text", { Password: "hunter2" }, ["hunter2"]],
    ["a number", { Pin: 1, Password: 4711 }, ["4711"]],
    ["one in a list", [{ a: 1 }, { token: "t-1" }], ["t-1"]],
    ["one far below", { a: { b: [{ apiKey: "k-1" }] }, c: "plain" }, ["k-1"]],
    ["nothing", { name: "ann", age: 7, list: ["x"], none: null }, []],
    ["no object at all", "hunter2", []],
  ])("is found: %s", (_what, value, found) => {
    expect(secretsNamedIn(value)).toEqual(found);
  });
});
