/** The table members come from, as it changes during a run, and as one host reads it. */
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { SourceFailure } from "../../../runtime/sources/failure.ts";
import type { Source, SourceRow } from "../../../runtime/sources/source.ts";
import { CANARY } from "../checkers/i30-no-canary.ts";
import type { Life } from "../kernel/host.ts";
import type { SourceLook } from "../watch/checker.ts";
import type { SourceMood } from "./plan.ts";

export type MemberTable = {
  readonly put: (key: string, startMs: number) => void;
  /** For one look only. */
  readonly glimpse: (key: string, startMs: number) => void;
  readonly drop: (key: string) => void;
  readonly refresh: (key: string) => void;
  /** Its time can no longer be read, or can again. */
  readonly blur: (key: string) => void;
  readonly setMood: (mood: SourceMood) => void;
  readonly read: () => readonly SourceRow[];
  readonly mood: () => SourceMood;
  readonly has: (key: string) => boolean;
  readonly startOf: (key: string) => number | undefined;
};

type Row = { readonly startMs: number; readonly note: number; readonly isBlurred: boolean };

const FAR = "+05:45";
const FAR_MS = 345 * 60_000;

/** The same instant, as those write it who live elsewhere. */
function written(key: string, startMs: number, isFarAway: boolean): string {
  const isFar = isFarAway && key.charCodeAt(4) % 2 === 0;
  const text = new Date(startMs + (isFar ? FAR_MS : 0)).toISOString();
  return isFar ? text.replace("Z", FAR) : text;
}

/** `isRestless`: other notes at every look. `isFarAway`: some write their times in another zone. */
export function memberTable(isRestless: boolean, isFarAway: boolean): MemberTable {
  const rows = new Map<string, Row>();
  const starts = new Map<string, number>();
  let mood: SourceMood = "well";
  let looks = 0;
  const glimpsed = new Set<string>();
  const put = (key: string, startMs: number): void => {
    rows.set(key, { startMs, note: rows.get(key)?.note ?? 0, isBlurred: false });
    starts.set(key, startMs);
  };
  return {
    put,
    glimpse: (key, startMs) => {
      put(key, startMs);
      glimpsed.add(key);
    },
    drop: (key) => void rows.delete(key),
    refresh: (key) => {
      const row = rows.get(key);
      if (row !== undefined) rows.set(key, { ...row, note: row.note + 1 });
    },
    blur: (key) => {
      const row = rows.get(key);
      if (row !== undefined) rows.set(key, { ...row, isBlurred: !row.isBlurred });
    },
    setMood: (next) => {
      mood = next;
    },
    mood: () => mood,
    has: (key) => rows.has(key),
    startOf: (key) => starts.get(key),
    read: () => {
      looks += Number(isRestless);
      const shown = [...rows].map(([key, { startMs, note, isBlurred }]) => [
        key,
        isBlurred ? null : written(key, startMs, isFarAway),
        `note ${note + looks}`,
        CANARY,
      ]);
      for (const key of glimpsed) rows.delete(key);
      glimpsed.clear();
      return shown;
    },
  };
}

const COLUMNS = ["Key", "At", "Note", "Secret"];
const AWAY: SourceFailure = { kind: "unavailable", reason: "simulated" };

export const sourceOf = (
  life: Life,
  table: MemberTable,
  onSource: (host: string, look: SourceLook) => void,
): Source => ({
  ask: ({ source }) =>
    life.call({
      kind: "source",
      name: "ask",
      perform: async () => {
        const mood = table.mood();
        const all = mood === "well" || mood === "cut-off" ? table.read() : [];
        const keys = new Set(all.map(([key]) => String(key)));
        onSource(life.name, { mood, keys, confirmations: source.removalConfirmations });
        if (mood === "fails") return fail(AWAY);
        const rows = mood === "cut-off" ? all.slice(0, all.length >> 1) : all;
        const end =
          mood === "cut-off"
            ? ({ complete: false, why: "simulated" } as const)
            : ({ complete: true } as const);
        return ok({
          columns: COLUMNS,
          next: async () => ok({ rows, end }),
          close: async () => {},
        });
      },
      refused: () => fail(AWAY),
      lost: () => fail(AWAY),
    }),
});
