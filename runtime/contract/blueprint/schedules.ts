/** Every timer, as six-field NCRONTAB (second first). Times are UTC: the plan that runs our
 *  function apps knows no other zone, so a local hour moves by one when clocks change.
 *  No timer fires because its app starts (H-073). */

/** `dev` is small and cheap, `prod` the full estate. */
type StackSize = "dev" | "prod";

export type Schedule = {
  readonly purpose: string;
  /** The setting through which the timer binding learns its expression. */
  readonly setting: string;
  readonly cron: Readonly<Record<StackSize, string>>;
  readonly runOnStartup: false;
  readonly note: string;
};

export const SCHEDULES = {
  "scheduler-tick": {
    purpose: "Runs the queries of active runbooks and finds every row that is due.",
    setting: "DROVER_TICK_CRON",
    cron: { dev: "0 */5 * * * *", prod: "0 */5 * * * *" },
    runOnStartup: false,
    note: "A tick reads the database, so the database never pauses while this runs (X-35).",
  },
  "orchestrator-sweep": {
    purpose: "Sends committed messages whose sender died and records dead letters.",
    setting: "DROVER_SWEEP_CRON",
    cron: { dev: "30 */5 * * * *", prod: "30 * * * * *" },
    runOnStartup: false,
    note: "Half a minute off the tick, so that the two do not queue for the same rows.",
  },
  "haymaker-run": {
    purpose: "Starts a run.",
    setting: "SCHEDULE_CRON",
    cron: { dev: "0 0 0 * * *", prod: "0 0 0,6,12,18 * * *" },
    runOnStartup: false,
    note: "A run lasts longer than six hours: in prod, runs overlap by design (X-02).",
  },
  "haymaker-orphan-sweep": {
    purpose: "Starts the daily search for tagged resources that no active run owns.",
    setting: "DROVER_ORPHAN_SWEEP_CRON",
    cron: { dev: "0 30 3 * * *", prod: "0 30 3 * * *" },
    runOnStartup: false,
    note: "Between two starts of runs, when the fewest resources are about to change.",
  },
  "scaler-pass": {
    purpose: "Peeks, starts containers up to capacity and cleans up after finished ones.",
    setting: "DROVER_SCALER_CRON",
    cron: { dev: "0 * * * * *", prod: "0 * * * * *" },
    runOnStartup: false,
    note: "Touches no database.",
  },
} as const satisfies Readonly<Record<string, Schedule>>;
export type ScheduleName = keyof typeof SCHEDULES;
