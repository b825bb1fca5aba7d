/** What components report by name, as far as somebody must hear of it. A component writes the name
 *  as the property `event` of a log line; alerts and the workbook ask for these words and no
 *  others, so whoever reports takes them from here (H-094 … H-096, H-100). */

export const REPORTED_EVENTS = {
  /** Somebody must act on at once. */
  critical: ["run.failed", "cleanup.failed", "identity.not-made"],
  /** Somebody should look at during the day. */
  warning: ["agent.timed-out", "agent.not-started", "tenant.throttled"],
  /** Shown, told to nobody. */
  information: ["run.started", "run.completed", "cleanup.completed"],
  attention: ["attention.opened"],
  /** Kept for who asks later what was decided and why something is gone (H-100). */
  audit: ["scenarios.selected", "cleanup.decided", "deletion.forced"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ReportedEvent = (typeof REPORTED_EVENTS)[keyof typeof REPORTED_EVENTS][number];
