/** How alerts and the workbook ask for what components report by name. Pure. */
import type { ReportedEvent } from "../../runtime/contract/blueprint/reported-events.ts";

/** `tostring` keeps a query valid before the first trace has the property. */
export const tracesOf = (events: readonly ReportedEvent[]): string =>
  `AppTraces | extend event = tostring(Properties.event) ` +
  `| where event in (${events.map((event) => `"${event}"`).join(", ")})`;
