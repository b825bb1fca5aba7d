/** The automation setting of a name. */
import { arg, type Operation } from "../operation.ts";

export const readAutomation: Operation = {
  name: "read automation",
  takes: ["name"],
  build: ({ db }) =>
    db
      .selectFrom("runbook_automation_settings")
      .select([
        "runbook_name",
        "automation_enabled",
        "enabled_at",
        "enabled_by",
        "disabled_at",
        "disabled_by",
      ])
      .where("runbook_name", "=", arg<string>("name")),
};
