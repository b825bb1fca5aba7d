/** A source whose tables tests write: one for each runbook, answered in small pages. It can fail,
 *  be cut off, or keep somebody waiting. */
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { SourceFailure } from "../../../runtime/sources/failure.ts";
import type { Source, SourceCell, SourceEnd } from "../../../runtime/sources/source.ts";

type Row = Readonly<Record<string, SourceCell>>;

export type Tables = Source & {
  /** What the runbook's source answers from now on. */
  readonly set: (name: string, rows: readonly Row[], end?: SourceEnd) => void;
  readonly fail: (name: string, failure: SourceFailure, afterRows?: number) => void;
  readonly throwFor: (name: string) => void;
  /** Whoever asks next waits until this is called. */
  readonly hold: () => () => void;
  readonly asked: () => number;
};

type Script = {
  readonly rows: readonly Row[];
  readonly end: SourceEnd;
  readonly failure: SourceFailure | null;
  readonly throws: boolean;
};

const PAGE_ROWS = 3;
const COMPLETE: SourceEnd = { complete: true };
const SILENT: Script = { rows: [], end: COMPLETE, failure: null, throws: false };

export function openTables(): Tables {
  const scripts = new Map<string, Script>();
  let gate: Promise<void> | null = null;
  let asked = 0;
  const change = (name: string, more: Partial<Script>): void => {
    scripts.set(name, { ...(scripts.get(name) ?? SILENT), ...more });
  };
  return {
    set: (name, rows, end = COMPLETE) => change(name, { rows, end, failure: null, throws: false }),
    fail: (name, failure, afterRows = 0) =>
      change(name, { failure, rows: (scripts.get(name) ?? SILENT).rows.slice(0, afterRows) }),
    throwFor: (name) => change(name, { throws: true }),
    asked: () => asked,
    hold: () => {
      let open = (): void => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    ask: async ({ runbookName }) => {
      asked += 1;
      const waiting = gate;
      gate = null;
      if (waiting !== null) await waiting;
      const script = scripts.get(runbookName);
      if (script === undefined) return fail({ kind: "unavailable", reason: "no table." });
      if (script.throws) throw new Error("the adapter is broken");
      return ok(reading(script));
    },
  };
}

function reading({ rows, end, failure }: Script) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  let at = 0;
  return {
    columns: columns.length === 0 ? ["Key", "Start"] : columns,
    next: async () => {
      if (failure !== null && at >= rows.length) return fail(failure);
      const page = rows.slice(at, at + PAGE_ROWS);
      at += page.length;
      const isLast = at >= rows.length && failure === null;
      const cells = page.map((row) => columns.map((column) => row[column] ?? null));
      return ok({ rows: cells, end: isLast ? end : null });
    },
    close: async () => {},
  };
}
