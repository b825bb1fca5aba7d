/** One thing for people: a line for each fact, labels aligned, what is unknown left out. */
import type { Look } from "./columns.ts";
import { relativeTime } from "./time.ts";
import { visibleLine } from "./visible.ts";
import { textWidth } from "./width.ts";

export type Fact = readonly [label: string, value: string | number | null];

export function factLines(facts: readonly Fact[], { paint }: Pick<Look, "paint">): string {
  const known = facts.filter(([, value]) => value !== null && value !== "");
  const width = Math.max(0, ...known.map(([label]) => textWidth(label)));
  return known
    .map(([label, value]) => {
      const room = " ".repeat(width - textWidth(label));
      return `${paint.faint(label)}${room}  ${visibleLine(String(value))}\n`;
    })
    .join("");
}

/** `2026-11-17T09:00:00.000Z (3h ago)`; null stays null. */
export const timeFact = (instant: string | null, { utc, nowMs }: Look): string | null =>
  instant === null || utc ? instant : `${instant} (${relativeTime(instant, nowMs)})`;
