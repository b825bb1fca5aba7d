/** Where members come from, as settings. A source the stack does not name has no setting at all:
 *  an empty one would read as a mistake. Pure. */
import type { Wire } from "./wire.ts";

export const sources = ({ estate: { sources: given } }: Wire) => ({
  ...(given.dataverse === undefined ? {} : { DATAVERSE_CONNECTION_STRING: given.dataverse }),
  ...(given.databricks === undefined ? {} : { DATABRICKS_CONNECTION_STRING: given.databricks }),
  ...(given.warehouse === undefined ? {} : { DATABRICKS_WAREHOUSE_ID: given.warehouse }),
  ...(given.sql === undefined ? {} : { DROVER_SQL_SOURCES: JSON.stringify(given.sql) }),
});
