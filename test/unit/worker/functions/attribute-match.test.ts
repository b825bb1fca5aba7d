import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../runtime/contract/json-object.ts";
import { ok } from "../../../../runtime/contract/result.ts";
import type { Recipient } from "../../../../runtime/tenant/exchange.ts";
import type { Tenant, TenantSession } from "../../../../runtime/tenant/tenant.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { CONTEXT } from "./one-job.ts";

const ID = "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69";
const ADDRESSES = ["SMTP:ann@fabrikam.com", "smtp:ann@contoso.com", "x500:/o=Contoso/cn=ann"];
const RECIPIENT: Recipient = {
  id: ID,
  kind: "mail-user",
  primaryAddress: "ann@fabrikam.com",
  emailAddresses: ADDRESSES,
  externalAddress: "ann@home.com",
  exchangeGuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  archiveGuid: null,
};
const PROPERTIES: JsonObject = {
  proxyAddresses: ADDRESSES,
  otherMails: ["Ann@home.com", "a@home.com"],
  businessPhones: ["1", "2"],
  department: "Sales",
};
const USER = { id: ID, userPrincipalName: "ann@fabrikam.com", properties: PROPERTIES };

const TENANT: Tenant = {
  session: () =>
    ({
      directory: { findUser: async () => ok(USER) },
      exchange: { findRecipient: async () => ok(RECIPIENT) },
    }) as unknown as TenantSession,
};

async function differences(name: string, Expected: JsonObject, MultiValues?: string) {
  const made = functionLibrary(TENANT).find(({ manifest }) => manifest.name === name);
  const params = { UserId: ID, Expected, ...(MultiValues ? { MultiValues } : {}) };
  const prepared = made?.prepare(params);
  if (prepared === undefined) throw new Error(`no function ${name}`);
  const { kind, ...answer } = answerOf(await answerOf(prepared)(CONTEXT));
  const told = ("value" in answer ? answer.value : answer.progress) as JsonObject;
  expect(told["Match"]).toBe(kind === "done");
  expect(told["UserId"]).toBe(ID);
  return told["Differences"];
}

const ENTRA = "Test-EntraAttributeMatch";
const EXCHANGE = "Test-ExchangeAttributeMatch";
const REVERSED = ADDRESSES.toReversed();

describe("several values of a property", () => {
  test.each([
    [ENTRA, "proxyAddresses"],
    [EXCHANGE, "EmailAddresses"],
  ])("M-117 (part): %s takes SMTP: in %s for the primary address alone", async (name, list) => {
    const swapped = ["SMTP:ann@contoso.com", "smtp:ann@fabrikam.com"];
    expect(await differences(name, { [list]: swapped }, "contains")).toEqual([
      {
        Property: list,
        Expected: swapped,
        Actual: ADDRESSES,
        Missing: ["SMTP:ann@contoso.com"],
        Unexpected: [],
      },
    ]);
    expect(await differences(name, { [list]: ["ann@fabrikam.com"] }, "contains")).toEqual([]);
    expect(await differences(name, { [list]: ["SMTP:Ann@Fabrikam.com"] }, "contains")).toEqual([]);
  });

  test.each([
    [ENTRA, "proxyAddresses"],
    [EXCHANGE, "EmailAddresses"],
  ])("M-117 (part): %s compares %s as a set, in any order and letter case", async (name, list) => {
    const cased = REVERSED.map((each) => each.replace(/:.*/, (rest) => rest.toUpperCase()));
    const written = [...cased, "smtp:ANN@fabrikam.com", "X500:/o=contoso/cn=ann"];
    expect(await differences(name, { [list]: written }, "equal")).toEqual([]);
    const expected = ["ann@fabrikam.com", "bo@contoso.com"];
    expect(await differences(name, { [list]: expected }, "equal")).toEqual([
      {
        Property: list,
        Expected: expected,
        Actual: ADDRESSES,
        Missing: ["bo@contoso.com"],
        Unexpected: ADDRESSES.slice(1),
      },
    ]);
    expect(await differences(name, { [list]: expected }, "contains")).toEqual([
      {
        Property: list,
        Expected: expected,
        Actual: ADDRESSES,
        Missing: ["bo@contoso.com"],
        Unexpected: [],
      },
    ]);
  });

  test("M-117 (part): untold, Entra's must be equal, and Exchange's may hold others", async () => {
    const one = ["ann@fabrikam.com"];
    expect(await differences(ENTRA, { proxyAddresses: one })).toHaveLength(1);
    expect(await differences(ENTRA, { proxyAddresses: one }, "contains")).toEqual([]);
    expect(await differences(EXCHANGE, { EmailAddresses: one })).toEqual([]);
    expect(await differences(EXCHANGE, { EmailAddresses: one }, "equal")).toHaveLength(1);
  });

  test("M-117 (part): letter case counts in texts for people and not in mails", async () => {
    const otherMails = ["A@HOME.com", "ann@home.com"];
    expect(await differences(ENTRA, { otherMails, businessPhones: ["2", "1"] })).toEqual([]);
    expect(await differences(ENTRA, { department: "sales" })).toHaveLength(1);
    expect(await differences(ENTRA, { businessPhones: ["1"] })).toEqual([
      {
        Property: "businessPhones",
        Expected: ["1"],
        Actual: ["1", "2"],
        Missing: [],
        Unexpected: ["2"],
      },
    ]);
  });

  test("M-117 (part): every property that differs is told, and no other", async () => {
    const expected = {
      PrimarySmtpAddress: "SMTP:Ann@Fabrikam.com",
      ExternalEmailAddress: "bo@home.com",
      ExchangeGuid: "{3F2504E0-4F89-41D3-9A0C-0305E82C3301}",
      ArchiveGuid: "",
      RecipientType: "mailbox",
    };
    expect(await differences(EXCHANGE, expected)).toEqual([
      { Property: "ExternalEmailAddress", Expected: "bo@home.com", Actual: "ann@home.com" },
      { Property: "RecipientType", Expected: "mailbox", Actual: "mail-user" },
    ]);
  });
});
