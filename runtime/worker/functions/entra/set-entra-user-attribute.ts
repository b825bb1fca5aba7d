/** Set-EntraUserAttribute: the named properties of a person become what is given, no others. */
import type { JsonObject } from "../../../contract/json-object.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { differenceOf, exactly } from "../support/compare.ts";
import { failedBy } from "../support/failure.ts";
import { findUser } from "../support/find-user.ts";
import { Attributes } from "../support/profile.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

export const setEntraUserAttribute = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Set-EntraUserAttribute",
    description: "Sets properties of a person; an empty value empties the property.",
    capability: "entra",
    calls: ["directory.findUser", "directory.updateUser"],
    params: aboutUser({
      Attributes: Attributes.describe("Properties by Graph's names, such as department."),
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
    run: async ({ directory }, { Attributes: attributes, ...key }) => {
      const wanted = valuesOf(attributes);
      const user = await findUser(directory, keyOf(key), Object.keys(wanted));
      if (!user.ok) return user;
      const { id, properties } = user.value;
      const changes = Object.entries(wanted).filter(([property, expected]) => {
        const actual = properties[property];
        return differenceOf({ property, expected, actual, key: exactly, sets: "equal" }).length > 0;
      });
      if (changes.length === 0) return DONE;
      const set = await directory.updateUser(id, Object.fromEntries(changes));
      return set.ok ? DONE : failedBy(set.error);
    },
  });

/** Graph empties a text by null and refuses ""; its texts are no numbers. */
const valuesOf = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, value === "" ? null : typeof value === "number" ? String(value) : value]];
    }),
  );
