/** Test-ExchangeAttributeMatch: whether a recipient is what it should be. Exchange adds addresses
 *  of its own, so those expected must be there and others may be, unless told otherwise. What
 *  differs is answered as "not done yet". */
import { z } from "zod";
import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import type { Recipient } from "../../../tenant/exchange.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { bareAddress } from "../support/addresses.ts";
import { type Compared, differenceOf, exactly, mismatch } from "../support/compare.ts";
import { comparedAddresses } from "../support/compared-addresses.ts";
import { failedBy } from "../support/failure.ts";
import { guidKey } from "../support/guids.ts";
import { LOOKS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

const word = z.string().max(LIMITS.csvCellChars).nullish();

const Expected = z
  .strictObject({
    EmailAddresses: z
      .union([z.string(), z.array(z.string())])
      .nullish()
      .describe(
        "Its addresses. SMTP: in front expects the primary one; smtp: or nothing, primary or not.",
      ),
    PrimarySmtpAddress: word.describe("The address it sends from."),
    ExternalEmailAddress: word.describe("Where a mail user's mail is routed to."),
    ExchangeGuid: word.describe("The mailbox's GUID."),
    ArchiveGuid: word.describe("The archive's GUID."),
    RecipientType: z
      .enum(["mailbox", "mail-user", "group", "other"])
      .optional()
      .describe("What it is."),
  })
  .refine((all) => Object.keys(all).length > 0, "must name a property")
  .describe("What each property should be. An empty value: not set.");

export const testExchangeAttributeMatch = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...LOOKS,
    name: "Test-ExchangeAttributeMatch",
    description:
      "Compares a recipient's addresses and GUIDs with what they should be, addresses as a set; " +
      "letter case counts in front of an address (SMTP: is the primary one) and not in it. While " +
      "something differs the answer is not done yet, with what differs. Give the step " +
      "a poll: without one, what is not as expected does not fail it.",
    capability: "exchange",
    calls: ["exchange.findRecipient"],
    params: aboutUser({
      Expected,
      MultiValues: z
        .enum(["equal", "contains"])
        .default("contains")
        .describe("Whether there may be other addresses besides."),
    }),
    result: "Object",
    polled: true,
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          Expected: { EmailAddresses: ["ann@contoso.com"] },
        },
        result: { Match: true, UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69", Differences: [] },
      },
    ],
    run: async ({ exchange }, { Expected: expected, MultiValues: sets, ...key }) => {
      const found = await exchange.findRecipient(keyOf(key));
      if (!found.ok) return failedBy(found.error);
      if (found.value === null) return ok({ kind: "incomplete", progress: mismatch([ABSENT]) });
      const recipient = found.value;
      const differences = Object.entries(expected).flatMap(([property, wanted]) => {
        const { read, ...compared } = PROPERTIES[property as keyof typeof expected];
        const actual = read(recipient);
        return differenceOf({ property, expected: wanted, actual, sets, ...compared });
      });
      const evidence = { UserId: recipient.id };
      return differences.length > 0
        ? ok({ kind: "incomplete", progress: mismatch(differences, evidence) })
        : ok({ kind: "done", value: { Match: true, ...evidence, Differences: [] } });
    },
  });

const ABSENT = { Property: "recipient", Expected: "exists", Actual: "not found" } as const;

const byText = (key: (written: string) => string) => (value: unknown) => key(exactly(value));

type Property = Pick<Compared, "key" | "alsoIs"> & {
  readonly read: (recipient: Recipient) => unknown;
};

const PROPERTIES: Readonly<Record<keyof z.output<typeof Expected>, Property>> = {
  EmailAddresses: { read: (of) => of.emailAddresses, ...comparedAddresses },
  PrimarySmtpAddress: { read: (of) => of.primaryAddress, key: byText(bareAddress) },
  ExternalEmailAddress: { read: (of) => of.externalAddress, key: byText(bareAddress) },
  ExchangeGuid: { read: (of) => guidKey(of.exchangeGuid), key: byText(guidKey) },
  ArchiveGuid: { read: (of) => guidKey(of.archiveGuid), key: byText(guidKey) },
  RecipientType: { read: (of) => of.kind, key: exactly },
};
