/** One query's answer, read in pages: the server is made to wait while nobody takes the next.
 *  - The answer is complete when the server counts as many rows as it sent, and then says that it
 *    is done. What merely stops is an outage, however few rows were to come (R32).
 *  - The time limit is that of the whole query. Whatever ends it, the connection is closed. */
import { type Connection, Request, TYPES } from "tedious";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { TdsConnection } from "../connections.ts";
import type { SourceFailure } from "../failure.ts";
import type { Question, Reading, SourceCell, SourceEnd, SourcePage } from "../source.ts";
import { cellReader, type TdsColumn } from "./tds-cells.ts";
import { failureOf } from "./tds-failure.ts";

export type QueryParts = {
  readonly text: string;
  readonly values: NonNullable<Question["values"]>;
  readonly dialect: TdsConnection["dialect"];
  readonly rowsMax: number;
  readonly pageRows: number;
};

type Heard<Value> = Result<Value, SourceFailure>;
type Metadata = {
  readonly colName: string;
  readonly type: { readonly name: string };
  readonly precision?: number | undefined;
};
type Row = readonly { readonly value: unknown }[];

/** Everything that is known of an answer so far, and who waits for more of it. */
type State = {
  columns: readonly TdsColumn[] | null;
  rows: SourceCell[][];
  seen: number;
  /** Rows of the query as the server counts them; null until it says. */
  counted: number | null;
  /** Whether the server said that nothing more comes. */
  isDone: boolean;
  end: Heard<SourceEnd> | null;
  /** Whether the driver is done with the query, whatever became of it. */
  isAnswered: boolean;
  onAnswered: () => void;
  wake: () => void;
};

const nothing = (): void => {};

export async function startReading(
  connection: Connection,
  parts: QueryParts,
  /** Calls back when the time is over. */
  onDeadline: (ring: () => void) => () => void,
  limitMs: number,
): Promise<Heard<Reading>> {
  const state: State = {
    columns: null,
    rows: [],
    seen: 0,
    counted: null,
    isDone: false,
    end: null,
    isAnswered: false,
    onAnswered: nothing,
    wake: nothing,
  };
  const request = requestOf(parts, state);
  const cancel = onDeadline(() => finish(state, fail({ kind: "timed-out", limitMs })));
  connection.once("end", () => finish(state, fail(CLOSED)));
  const close = async (): Promise<void> => {
    cancel();
    end(connection, request, state);
  };
  if (parts.values.size === 0) connection.execSqlBatch(request);
  else connection.execSql(request);
  await until(state, () => state.columns !== null || state.end !== null);
  if (state.columns === null || state.end?.ok === false) {
    await close();
    return state.end?.ok === false ? state.end : fail(refused("it gives no columns"));
  }
  const next = async (): Promise<Heard<SourcePage>> => {
    request.resume();
    await until(state, () => state.rows.length >= parts.pageRows || state.end !== null);
    return takePage(state, parts.pageRows);
  };
  return ok({ columns: state.columns.map(({ name }) => name), next, close });
}

const CLOSED: SourceFailure = { kind: "unavailable", reason: "the connection was closed." };
const BROKEN_OFF: SourceFailure = {
  kind: "unavailable",
  reason: "the answer broke off before the server said that it was done.",
};

function finish(state: State, end: Heard<SourceEnd>): void {
  state.end ??= end;
  state.wake();
}

const until = (state: State, isReached: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    state.wake = () => {
      if (!isReached()) return;
      state.wake = nothing;
      resolve();
    };
    state.wake();
  });

/** The driver must hear the end of a query before its connection may go. */
function end(connection: Connection, request: Request, state: State): void {
  if (state.isAnswered) {
    connection.close();
    return;
  }
  state.onAnswered = () => connection.close();
  request.cancel();
  request.resume();
}

function requestOf(
  { text, values, dialect, rowsMax, pageRows }: QueryParts,
  state: State,
): Request {
  let readers: readonly ReturnType<typeof cellReader>[] = [];
  const request = new Request(text, (error) => {
    state.isAnswered = true;
    finish(state, error ? fail(failureOf(error)) : endOf(state));
  });
  hearDone(request, state);
  request.on("requestCompleted", () => state.onAnswered());
  for (const [name, value] of values) {
    request.addParameter(name, typeof value === "number" ? TYPES.Float : TYPES.NVarChar, value);
  }
  request.on("columnMetadata", (metadata) => {
    if (state.columns !== null)
      return finish(state, fail(refused("it gives more than one result")));
    state.columns = columnsOf(metadata as readonly Metadata[]);
    readers = state.columns.map((column) => cellReader(column, dialect));
    request.pause();
    state.wake();
  });
  request.on("row", (row: Row) => {
    if (state.end !== null) return;
    if (state.seen === rowsMax) {
      const why = `The query gives more than ${rowsMax} rows, the most that are read.`;
      return finish(state, ok({ complete: false, why }));
    }
    const cells = row.map(({ value }, at) => readers[at]?.(value));
    const odd = cells.indexOf(undefined);
    if (odd !== -1) return finish(state, fail(refused(oddCell(state.columns?.[odd]?.name))));
    state.rows.push(cells as SourceCell[]);
    state.seen += 1;
    if (state.rows.length >= pageRows) request.pause();
    state.wake();
  });
  return request;
}

const columnsOf = (metadata: readonly Metadata[]): readonly TdsColumn[] =>
  metadata.map(({ colName, type, precision }) => ({ name: colName, type: type.name, precision }));

/** One query is done once; the batch or the call around it is done after it. */
function hearDone(request: Request, state: State): void {
  const hear =
    (isLast: boolean) =>
    (count: number | undefined, more: boolean): void => {
      state.isDone = isLast && !more;
      if (state.columns !== null && count !== undefined) {
        state.counted = (state.counted ?? 0) + count;
      }
    };
  request.on("doneInProc", hear(false));
  request.on("doneProc", hear(true));
  request.on("done", hear(true));
}

function endOf({ isDone, counted, seen }: State): Heard<SourceEnd> {
  if (!isDone) return fail(BROKEN_OFF);
  if (counted === seen) return ok({ complete: true });
  const counts =
    counted === null ? "does not say how many rows there are" : `counts ${counted} rows`;
  return ok({ complete: false, why: `The server ${counts} and sent ${seen}.` });
}

function takePage(state: State, pageRows: number): Heard<SourcePage> {
  if (state.end?.ok === false) return state.end;
  const rows = state.rows.slice(0, pageRows);
  state.rows = state.rows.slice(pageRows);
  const isLast = state.end !== null && state.rows.length === 0;
  return ok({ rows, end: isLast && state.end !== null ? state.end.value : null });
}

const oddCell = (column: string | undefined): string =>
  `column "${column}" has a cell that is no short text or no exact number; cast it to text`;

const refused = (why: string): SourceFailure => ({
  kind: "refused",
  reason: `The query cannot be run: ${why}.`,
});
