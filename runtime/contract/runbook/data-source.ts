/** Where the members come from. One shape per type, told apart by `type`; what two keys must
 *  not say together (`batch_time` and `batch_time_column`) is checked by `runtime/runbook`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { identifier } from "./text.ts";

const REMOVAL_CONFIRMATIONS_MAX = 100;

/** The key of a source of scenarios that names none. */
export const SCENARIO_KEY = "scenario_name";

const columnName = () => z.string().min(1).max(LIMITS.variableChars);

const multiValuedColumn = z.strictObject({
  name: columnName().meta({
    description: "The column that holds several values.",
    examples: ["ProxyAddresses"],
  }),
  format: z.enum(["semicolon_delimited", "comma_delimited", "json_array"]).meta({
    description: "How the values are written inside one cell.",
    examples: ["semicolon_delimited"],
  }),
});

const primaryKey = columnName().meta({
  description: "The column whose value tells one member from another.",
  examples: ["UserPrincipalName"],
});

const shared = {
  batch_time_column: columnName()
    .optional()
    .meta({
      description:
        "The column with each member's start time. Members with the same time form one batch, " +
        "and phase offsets count back from it.",
      examples: ["MigrationDate"],
    }),
  batch_time: z
    .literal("immediate")
    .optional()
    .meta({
      description:
        "`immediate` instead of a column: whoever is found now forms a batch that starts now. A " +
        "`csv` or `scenarios` source may leave out both keys, which means the same: the batch " +
        "starts when the file arrives or the run begins.",
      examples: ["immediate"],
    }),
  multi_valued_columns: z.array(multiValuedColumn).max(LIMITS.columnsPerSource).default([]).meta({
    description: "Columns that hold lists; their variables then resolve to lists.",
  }),
  columns: z
    .array(columnName())
    .min(1)
    .max(LIMITS.columnsPerSource)
    .optional()
    .meta({
      description:
        "The columns the source returns. When they are declared, a variable that is neither a " +
        "column nor an output is an error instead of a surprise at run time.",
      examples: [["UserPrincipalName", "DisplayName"]],
    }),
  sensitive: z
    .array(columnName())
    .max(LIMITS.columnsPerSource)
    .default([])
    .meta({
      description:
        "Columns whose values nobody is shown: workers get them, people, logs and events get " +
        "[secret]. Every param that uses one is sensitive by itself. Each must be among " +
        "`columns`, or in the query's SELECT list; neither the key nor the start time can be.",
      examples: [["WelcomeCode"]],
    }),
  removal_confirmations: z
    .int()
    .min(1)
    .max(REMOVAL_CONFIRMATIONS_MAX)
    .default(1)
    .meta({
      description:
        "How many readings in a row must miss a member before the member counts as removed.",
      examples: [1, 3],
    }),
};

const connection = identifier().meta({
  description:
    "The name of a connection that a platform administrator has registered, never an address or " +
    "a secret.",
  examples: ["DATAVERSE_CONNECTION_STRING"],
});

const query = z
  .string()
  .min(1)
  .max(LIMITS.queryChars)
  .meta({
    description:
      "The SQL that returns one row per member: one SELECT. Its text is checked, as a second " +
      "defence; the first is that the account it runs as can only read.",
    examples: ["SELECT UserPrincipalName, MigrationDate FROM migration_users"],
  });

const typeNote = (text: string) => ({ description: text });

export const dataSource = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("dataverse").meta(typeNote("Rows of a Dataverse environment, read by SQL.")),
    connection,
    query,
    primary_key: primaryKey,
    ...shared,
  }),
  z.strictObject({
    type: z.literal("databricks").meta(typeNote("Rows of a Databricks SQL warehouse.")),
    connection,
    warehouse_id: identifier().meta({
      description: "The name under which the SQL warehouse is registered.",
      examples: ["DATABRICKS_WAREHOUSE_ID"],
    }),
    query,
    primary_key: primaryKey,
    ...shared,
  }),
  z.strictObject({
    type: z.literal("sql").meta(typeNote("Rows of a registered Azure SQL or SQLite database.")),
    connection,
    query,
    primary_key: primaryKey,
    ...shared,
  }),
  z.strictObject({
    type: z.literal("csv").meta(typeNote("Rows of a CSV file that is given when a batch begins.")),
    primary_key: primaryKey,
    ...shared,
  }),
  z.strictObject({
    type: z.literal("scenarios").meta(typeNote("The scenarios selected for a run.")),
    primary_key: primaryKey.default(SCENARIO_KEY).meta({
      description: "The column that tells one scenario from another.",
      examples: [SCENARIO_KEY],
    }),
    ...shared,
  }),
]);

export type DataSourceDocument = z.output<typeof dataSource>;
