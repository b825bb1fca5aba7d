/** Switches automation off. */
import { arg, type Operation } from "../operation.ts";

export const disableAutomation: Operation = {
  name: "disable automation",
  takes: ["at", "by", "name"],
  build: ({ db }) =>
    db
      .updateTable("runbook_automation_settings")
      .set({
        automation_enabled: 0,
        disabled_at: arg<string>("at"),
        disabled_by: arg<string>("by"),
      })
      .where("runbook_name", "=", arg<string>("name"))
      .where("automation_enabled", "=", 1),
};
