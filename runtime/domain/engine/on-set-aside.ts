/** An input could not be decided: a bug in a handler, or a row that should not be. It alone is
 *  set aside; its batch says so, once, however often it comes again (R32), until somebody has
 *  looked into it. */

import {
  attentionOn,
  closeAttention,
  DISMISS,
  needsAttention,
  openAttention,
} from "./attention.ts";
import { setExecution } from "./change.ts";
import type { Verdict } from "./decision.ts";
import type { Draft } from "./draft.ts";
import type { InputOf } from "./inputs.ts";
import { record } from "./record.ts";
import { findRow } from "./table.ts";

/** A due row that cannot be decided is left alone for so long, so that others get their turn. */
const AGAIN_MS = 3_600_000;

const asideSubject = (d: Draft, what: string): string => `batch:${d.batch.id}:input:${what}`;

export function onSetAside(d: Draft, input: InputOf<"set-aside">): Verdict {
  const { what, timerOf, reason } = input;
  const row = timerOf === null ? undefined : findRow(d.executions, timerOf);
  if (row !== undefined && row.dueAt !== null) {
    setExecution(d, row.id, { dueAt: new Date(d.now.getTime() + AGAIN_MS) });
  }
  const subject = asideSubject(d, what);
  if (needsAttention(d, subject)) return "duplicate";
  record(d, "input.set_aside", { executionId: timerOf ?? 0, detail: { what, reason } });
  openAttention(d, subject, `${what} could not be handled: ${reason}`, [DISMISS]);
  return "applied";
}

/** Only what was asked so that somebody knows it. Nothing is tried again by it: what comes again
 *  and fails again is told again. */
export function onDismiss(d: Draft, { subject }: InputOf<"dismiss">): Verdict {
  const question = attentionOn(d, subject);
  if (question === undefined) return "duplicate";
  if (!question.actions.includes(DISMISS)) return { refused: "not-dismissible" };
  closeAttention(d, subject);
  record(d, "attention.dismissed", { detail: { subject } });
  return "applied";
}
