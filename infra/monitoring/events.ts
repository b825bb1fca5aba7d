/** What components report by name, as far as somebody must hear of it. Alerts and the workbook
 *  ask for these words; a component that reports them writes them as the property `event` of a
 *  trace (H-094 … H-096, H-100). Pure. */

export const EVENTS = {
  /** Somebody must act on at once. */
  critical: ["run.failed", "cleanup.failed", "identity.not-made"],
  /** Somebody should look at during the day. */
  warning: ["agent.timed-out", "agent.not-started", "tenant.throttled"],
  /** Shown, told to nobody. */
  information: ["run.started", "run.completed", "cleanup.completed"],
  attention: ["attention.opened"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** `dynamic` keeps a query valid before the first trace has the property. */
export const tracesOf = (events: readonly string[]): string =>
  `AppTraces | extend event = tostring(Properties.event) ` +
  `| where event in (${events.map((event) => `"${event}"`).join(", ")})`;
