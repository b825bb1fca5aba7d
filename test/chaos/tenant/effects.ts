/** What the tenant writes down, one line for each effect, and how it is read back: the file is the
 *  judge in the end, not the memory of any process. */
import { readFileSync } from "node:fs";

export type Effect = { readonly key: string; readonly job: string };

export const effectLine = (effect: Effect): string => `${JSON.stringify(effect)}\n`;

/** How often each key took effect. */
export function readEffects(file: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const { key } = JSON.parse(line) as Effect;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
}

export type Judged = { readonly lost: readonly string[]; readonly doubled: readonly string[] };

/** Lost: expected and never there. Doubled: there more than once, or never asked for. */
export function judge(expected: ReadonlySet<string>, effects: ReadonlyMap<string, number>): Judged {
  return {
    lost: [...expected].filter((key) => !effects.has(key)),
    doubled: [...effects].flatMap(([key, times]) => (times > 1 || !expected.has(key) ? [key] : [])),
  };
}
