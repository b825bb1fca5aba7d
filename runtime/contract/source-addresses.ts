/** Addresses of where members come from, as stacks and settings write them. Only Azure's own
 *  services pass: whoever is at such an address is sent a token of a component's identity (R52).
 *  None of the forms has room for a credential. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";

export const SOURCE_FORMS = {
  /** `contoso.crm4.dynamics.com`, or with the port of its SQL endpoint behind a comma. */
  dataverse:
    /^(?:Server=)?([a-z0-9-]+\.(?:[a-z0-9-]+\.)?crm\d{0,2}\.dynamics\.com)(?:,(1433|5558))?;?$/i,
  databricks: /^(?:https:\/\/)?(adb-\d+\.\d+\.azuredatabricks\.net)\/?$/i,
  warehouse: /^[0-9a-f]{16}$/i,
} as const;

const DATABASE_NAME_CHARS_MAX = 128;

/** Databases by the names that runbooks use. */
export const SqlSources = z.record(
  z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, "use letters, digits, - and _")
    .max(LIMITS.nameChars),
  z.strictObject({
    server: z
      .string()
      .regex(
        /^[a-z0-9-]+\.database\.windows\.net$/,
        "write a server of Azure SQL by its full name",
      ),
    database: z.string().min(1).max(DATABASE_NAME_CHARS_MAX),
  }),
);
