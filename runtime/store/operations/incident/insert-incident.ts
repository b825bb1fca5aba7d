/** A new incident; answers with its id. Its place in the bus is unique. */
import type { Operation } from "../operation.ts";
import { DRAFT_COLUMNS } from "./incident-columns.ts";

const COLUMNS = [...DRAFT_COLUMNS, "opened_at"] as const;

export const insertIncident: Operation = {
  name: "insert incident",
  takes: COLUMNS,
  build: ({ flavour }) => flavour.insertReturningId("incidents", COLUMNS),
};
