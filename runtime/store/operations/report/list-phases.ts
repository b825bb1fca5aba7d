/** The phases of a batch, version by version, each in the order of its runbook. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const listPhases: Operation = {
  name: "list phases",
  takes: ["batch"],
  build: ({ db }) =>
    db
      .selectFrom("phase_rows")
      .select(["id", "batch_id", "phase_name", "offset_minutes", "due_at", "version", "status"])
      .select(["outcome", "dispatched_at", "completed_at"])
      .select(["total", "remaining", "succeeded", "failed", "late_members"])
      .select(sql<number>`succeeded + late_succeeded - late_withdrawn`.as("through"))
      .select(sql<number>`failed + late_failed`.as("lost"))
      .where("batch_id", "=", arg<number>("batch"))
      .orderBy("version")
      .orderBy("position"),
};
