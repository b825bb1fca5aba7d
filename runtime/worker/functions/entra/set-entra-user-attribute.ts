/** Set-EntraUserAttribute: the named properties of a person become what is given, no others. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { Attributes } from "../support/profile.ts";
import { SETS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";
import { writeUser } from "../support/write-user.ts";

export const setEntraUserAttribute = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...SETS,
    name: "Set-EntraUserAttribute",
    description: "Sets properties of a person; an empty value empties the property.",
    capability: "entra",
    calls: ["directory.updateUser"],
    params: aboutUser({
      Attributes: Attributes.refine(
        (all) => Object.values(all).some((value) => value !== undefined),
        "must name a property",
      )
        .meta({ minProperties: 1 })
        .describe("Properties by Graph's names, such as department."),
    }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          Attributes: { department: "Sales", usageLocation: "DE" },
        },
        result: true,
      },
    ],
    run: ({ directory }, { Attributes: attributes, ...key }) =>
      writeUser(directory, keyOf(key), valuesOf(attributes)),
  });

/** Graph empties a text by null and refuses ""; its texts are no numbers. */
const valuesOf = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, value === "" ? null : typeof value === "number" ? String(value) : value]];
    }),
  );
