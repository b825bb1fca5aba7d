/** Attempts that a step has behind it, from the log: its row knows the present one alone. The log
 *  is read backwards, so far and no farther; whoever is not found by then is said to be missing. */
import type { BatchId, StepExecutionId } from "../contract/ids.ts";
import { ok } from "../contract/result.ts";
import type { SeenStep } from "../domain/why/facts.ts";
import type { LoggedEvent } from "../store/records.ts";
import type { Answer, QueryParts } from "./parts.ts";

export type PastAttempt = {
  readonly attempt: number;
  /** Null when it failed without being sent. */
  readonly from: Date | null;
  readonly to: Date;
  readonly isTimedOut: boolean;
  readonly isThrottled: boolean;
  /** The engine tried it again by itself; else a person did, whenever that was. */
  readonly isRetried: boolean;
  readonly note: string | null;
};

export type Past = {
  /** In the order in which they were made. */
  readonly of: ReadonlyMap<StepExecutionId, readonly PastAttempt[]>;
  /** Steps that have attempts farther back than was looked. */
  readonly missing: ReadonlySet<StepExecutionId>;
};

/** Rows of the log that are looked at; each holds the events of one commit. */
const ROWS_AT_ONCE = 60;
const EVENTS_LOOKED_AT = 6_000;
const LOOKS_MAX = 6;
const FIRST_SEQ = 1;

const NOTHING: Past = { of: new Map(), missing: new Set() };

export async function pastAttempts(
  { reports }: QueryParts,
  id: BatchId,
  rows: readonly SeenStep[],
): Answer<Past> {
  const tried = new Map(rows.filter(({ attempt }) => attempt > 1).map((row) => [row.id, row]));
  if (tried.size === 0) return ok(NOTHING);
  const found = new Map<StepExecutionId, PastAttempt[]>();
  const left = new Set(tried.keys());
  const open = new Map<StepExecutionId, Omit<PastAttempt, "from">>();
  let before = Number.MAX_SAFE_INTEGER;
  for (let look = 0, seen = 0; look < LOOKS_MAX && seen < EVENTS_LOOKED_AT; look += 1) {
    const read = await reports.insights.newest(id, before, ROWS_AT_ONCE);
    if (!read.ok) return read;
    for (const event of read.value) takeIn(event, { tried, found, open, left });
    seen += read.value.length;
    before = read.value.at(-1)?.seq ?? 0;
    if (left.size === 0 || before <= FIRST_SEQ) break;
  }
  for (const [step, end] of open) keep(found, step, { ...end, from: null });
  return ok({ of: found, missing: before <= FIRST_SEQ ? NOTHING.missing : left });
}

type Search = {
  readonly tried: ReadonlyMap<StepExecutionId, SeenStep>;
  readonly found: Map<StepExecutionId, PastAttempt[]>;
  /** Ends whose beginnings are still to come: the log is read backwards. */
  readonly open: Map<StepExecutionId, Omit<PastAttempt, "from">>;
  readonly left: Set<StepExecutionId>;
};

function takeIn(event: LoggedEvent, { tried, found, open, left }: Search): void {
  const began = beganIn(event);
  const end = began === 0 ? undefined : open.get(began);
  if (began !== 0 && end !== undefined) {
    open.delete(began);
    keep(found, began, { ...end, from: event.at });
    if (end.attempt === 1) left.delete(began);
  }
  const { executionId } = event;
  const row = executionId === 0 ? undefined : tried.get(executionId);
  const ended = row === undefined ? null : endIn(event);
  if (executionId === 0 || ended === null || ended.attempt === row?.attempt) return;
  const unsent = open.get(executionId);
  if (unsent !== undefined) keep(found, executionId, { ...unsent, from: null });
  open.set(executionId, ended);
}

const keep = (found: Search["found"], id: StepExecutionId, past: PastAttempt): void => {
  found.set(id, [past, ...(found.get(id) ?? [])]);
};

/** The step whose attempt began with it: told by an event of its own, or by the one it follows. */
const beganIn = ({ next, to, executionId }: LoggedEvent): StepExecutionId | 0 =>
  next !== 0 ? next : to === "dispatched" ? executionId : 0;

function endIn({ type, at, detail }: LoggedEvent): Omit<PastAttempt, "from"> | null {
  if (type !== "step.failed" && type !== "step.poll_timeout") return null;
  const { attempt, error, after } = detail ?? {};
  if (typeof attempt !== "number") return null;
  const { kind, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return {
    attempt,
    to: at,
    isTimedOut: type === "step.poll_timeout",
    isThrottled: kind === "throttled",
    isRetried: after === "retry",
    note: typeof message === "string" ? message : null,
  };
}
