/** Automation of a name that nobody has switched yet: off. */
import { sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

export const insertAutomation: Operation = {
  name: "insert automation",
  takes: ["name"],
  build: () =>
    sql`insert into runbook_automation_settings (runbook_name, automation_enabled)
    select ${arg("name")}, 0 where not exists (
      select 1 from runbook_automation_settings where runbook_name = ${arg("name")})`,
};
