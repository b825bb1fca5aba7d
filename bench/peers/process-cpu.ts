/** What a process and all that it started have had of the processor, where the system tells. On a
 *  machine that others use too, this says what work costs; the clock says who was let run. */
import { readdirSync, readFileSync } from "node:fs";

/** The kernel's clock tick, the same on every Linux that Node runs on. */
const TICK_MICROS = 10_000;

type Entry = { readonly pid: number; readonly parent: number; readonly ticks: number };

/** Null where there is no /proc. What has ended counts as long as somebody waited for it. */
export function treeCpuMicros(root: number): number | null {
  const entries = readEntries();
  if (entries === null) return null;
  const of = new Set([root]);
  for (let before = 0; before < of.size; ) {
    before = of.size;
    for (const { pid, parent } of entries) if (of.has(parent)) of.add(pid);
  }
  const own = entries.filter(({ pid }) => of.has(pid));
  return own.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MICROS;
}

function readEntries(): readonly Entry[] | null {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => entryOf(textOf(pid)) ?? []);
  } catch {
    return null;
  }
}

/** Empty when it has ended meanwhile. */
function textOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

/** `pid (name) state parent …`; a name may hold blanks and brackets. */
export function entryOf(text: string): Entry | null {
  const end = text.lastIndexOf(")");
  if (end < 0) return null;
  const fields = text.slice(end + 2).split(" ");
  const number = (place: number): number => Number(fields[place]);
  // User and system time, and both of the children it waited for.
  const ticks = number(11) + number(12) + number(13) + number(14);
  return { pid: Number.parseInt(text, 10), parent: number(1), ticks };
}
