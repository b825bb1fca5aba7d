/** Test-EntraAttributeMatch: whether a person's properties are what they should be. What differs
 *  is answered as "not done yet", with the differences: a step that polls asks again until they
 *  are gone or its time is up. */
import { z } from "zod";
import { ok } from "../../../contract/result.ts";
import type { DirectoryUser } from "../../../tenant/directory.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import {
  type Compared,
  type Difference,
  differenceOf,
  exactly,
  ignoringCase,
  mismatch,
} from "../support/compare.ts";
import { comparedAddresses } from "../support/compared-addresses.ts";
import { failedBy } from "../support/failure.ts";
import { LOOKS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Graph's names have no other characters. Those that hold secrets cannot be read by it either. */
const PROPERTY = /^[a-z][A-Za-z0-9]*$/;
const PROPERTIES_MAX = 50;

const Expected = z
  .record(
    z.string().regex(PROPERTY, "must be a property of Graph's user"),
    z.union([value, z.array(value)]),
  )
  .refine((all) => Object.keys(all).length > 0, "must name a property")
  .refine((all) => Object.keys(all).length <= PROPERTIES_MAX, "names too many properties")
  .describe("What each property should be, by Graph's names. An empty value: not set.");

export const testEntraAttributeMatch = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...LOOKS,
    name: "Test-EntraAttributeMatch",
    description:
      "Compares properties of a person with what they should be. Several values are compared as " +
      "sets. In proxyAddresses, SMTP: in front expects the primary address, smtp: or nothing " +
      "any. While something differs the answer is not done yet, with what differs. Give the step " +
      "a poll: without one, what is not as expected does not fail it.",
    capability: "entra",
    calls: ["directory.findUser"],
    params: aboutUser({
      Expected,
      MultiValues: z
        .enum(["equal", "contains"])
        .default("equal")
        .describe("Whether a property with several values may hold others besides."),
    }),
    result: "Object",
    polled: true,
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          Expected: { department: "Sales", userType: "Member" },
        },
        result: { Match: true, UserId: "6f1c0e0a-7d0a-4c58-9a6b-1f2d3c4b5a69", Differences: [] },
      },
    ],
    run: async ({ directory }, { Expected: expected, MultiValues, ...key }) => {
      const found = await directory.findUser(keyOf(key), Object.keys(expected));
      if (!found.ok) return failedBy(found.error);
      if (found.value === null) return notYet([ABSENT]);
      const user = found.value;
      const differences = Object.entries(expected).flatMap(([property, wanted]) =>
        differenceOf({
          property,
          expected: wanted,
          actual: actualOf(user, property),
          ...comparedAs(property),
          sets: MultiValues,
        }),
      );
      return differences.length > 0 ? notYet(differences, user) : matches(user);
    },
  });

const ABSENT: Difference = { Property: "user", Expected: "exists", Actual: "not found" };

const actualOf = ({ id, userPrincipalName, properties }: DirectoryUser, property: string) =>
  properties[property] ?? { id, userPrincipalName }[property];

/** The directory tells these apart without their letter case; texts for people are compared as
 *  they are read. */
const IGNORES_CASE = new Set([
  "id",
  "userPrincipalName",
  "mail",
  "mailNickname",
  "otherMails",
  "imAddresses",
  "userType",
  "externalUserState",
  "usageLocation",
]);

function comparedAs(property: string): Pick<Compared, "key" | "alsoIs"> {
  if (property === "proxyAddresses") return comparedAddresses;
  return { key: IGNORES_CASE.has(property) ? ignoringCase : exactly };
}

const notYet = (differences: readonly Difference[], user?: DirectoryUser): FunctionResult =>
  ok({
    kind: "incomplete",
    progress: mismatch(differences, user === undefined ? {} : { UserId: user.id }),
  });

const matches = ({ id }: DirectoryUser): FunctionResult =>
  ok({ kind: "done", value: { Match: true, UserId: id, Differences: [] } });
