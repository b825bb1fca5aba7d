/** When a timer fires in an estate of this size, as a setting tells it. Pure. */
import { SCHEDULES, type ScheduleName } from "../../runtime/contract/blueprint/schedules.ts";
import type { Wire } from "./wire.ts";

export const cronOf = (schedule: ScheduleName, { estate }: Wire): string =>
  SCHEDULES[schedule].cron[estate.size];
