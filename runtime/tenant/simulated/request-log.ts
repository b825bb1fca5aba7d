/** The last requests, for people who look, and how many there were. Neither tokens nor bodies are
 *  in it. */
import type { Family } from "./faults/fault-profile.ts";
import type { Strike } from "./faults/fault-state.ts";
import { TENANT_LIMITS } from "./limits.ts";

export type LogEntry = {
  readonly seq: number;
  readonly at: string;
  readonly family: Family;
  readonly method: string;
  /** With its query; for Exchange, the cmdlet's name. */
  readonly target: string;
  readonly status: number;
  /** What was done to the call on purpose; null for an honest answer. */
  readonly strike: Strike["kind"] | null;
  readonly waitMs: number;
  readonly requestId: string;
  readonly clientRequestId: string | null;
};

export type Totals = {
  readonly calls: number;
  readonly throttled: number;
  readonly failed: number;
};

export type RequestLog = {
  readonly add: (entry: Omit<LogEntry, "seq">) => void;
  /** Newest first. */
  readonly entries: () => readonly LogEntry[];
  readonly totals: () => Readonly<Partial<Record<Family, Totals>>>;
  readonly clear: () => void;
};

export function requestLog(): RequestLog {
  let kept: LogEntry[] = [];
  let seq = 0;
  const totals = new Map<Family, Totals>();
  return {
    add: (entry) => {
      seq++;
      kept.push({ seq, ...entry });
      if (kept.length > TENANT_LIMITS.logEntries * 2) kept = kept.slice(-TENANT_LIMITS.logEntries);
      const { calls, throttled, failed } = totals.get(entry.family) ?? NONE;
      totals.set(entry.family, {
        calls: calls + 1,
        throttled: throttled + (entry.status === 429 ? 1 : 0),
        failed: failed + (entry.status >= 500 || isCut(entry.strike) ? 1 : 0),
      });
    },
    entries: () => kept.slice(-TENANT_LIMITS.logEntries).toReversed(),
    totals: () => Object.fromEntries(totals),
    clear: () => {
      kept = [];
      totals.clear();
    },
  };
}

const NONE: Totals = { calls: 0, throttled: 0, failed: 0 };

const isCut = (strike: LogEntry["strike"]): boolean =>
  strike === "cut-before" || strike === "cut-after";
