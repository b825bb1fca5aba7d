/** Switches automation on; who did it first stays noted while it is on. */
import { arg, type Operation } from "../operation.ts";

export const enableAutomation: Operation = {
  name: "enable automation",
  takes: ["at", "by", "name"],
  build: ({ db }) =>
    db
      .updateTable("runbook_automation_settings")
      .set({
        automation_enabled: 1,
        enabled_at: arg<string>("at"),
        enabled_by: arg<string>("by"),
      })
      .where("runbook_name", "=", arg<string>("name"))
      .where("automation_enabled", "=", 0),
};
