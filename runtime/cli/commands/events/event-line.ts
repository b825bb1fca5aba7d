/** An event as one line for people. */
import type { EventRecord } from "../../../contract/http/events.ts";
import type { Look } from "../../output/columns.ts";
import { relativeTime } from "../../output/time.ts";
import { visibleLine } from "../../output/visible.ts";
import { padToWidth } from "../../output/width.ts";

const TYPE_COLUMNS = 18;
const TIME_COLUMNS = 8;
const CLOCK_CHARS = "2026-03-14T09:26:53".length;

/** Distances in a list that stands still, the clock in one that is followed. */
export function eventLine(
  event: EventRecord,
  { paint, utc, nowMs }: Look,
  isFollowed: boolean,
): string {
  const { batchId, type, at, memberKey, phaseName, stepName, from, to, actor, detail } = event;
  const short = isFollowed ? at.slice(0, CLOCK_CHARS).replace("T", " ") : relativeTime(at, nowMs);
  const time = utc ? at : padToWidth(short, TIME_COLUMNS);
  const of = [phaseName, stepName, memberKey].filter((name) => name !== null).join(" · ");
  const change = to === null ? "" : from === null ? to : `${from} → ${to}`;
  const reason = textIn(detail, "message") ?? textIn(detail, "reason") ?? "";
  const parts = [
    paint.faint(time),
    batchId === null ? "platform" : `#${batchId}`,
    toned(padToWidth(type, TYPE_COLUMNS), type, paint),
    of,
    change,
    reason,
    paint.faint(`by ${actor}`),
  ];
  return `${parts
    .filter((part) => part !== "")
    .map((part) => part)
    .join("  ")}\n`;
}

const toned = (text: string, type: string, { good, bad }: Look["paint"]): string => {
  if (/fail|timeout|refused|dead/.test(type)) return bad(text);
  return /succeeded|completed/.test(type) ? good(text) : text;
};

const textIn = (detail: EventRecord["detail"], name: string): string | null => {
  const value = detail?.[name];
  return typeof value === "string" ? visibleLine(value) : null;
};
