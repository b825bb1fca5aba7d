/** One query on a SQLite file, read in pages. Synchronous: it is run in a thread of its own.
 *  L1. The file is opened for reading, and the only things a query may do are select, read, call
 *      functions and recurse: no other file, no setting, no change, whatever its text says.
 *  L2. The text is one statement. What follows it may be blanks and comments.
 *  L3. No reason quotes a cell: rows hold personal data. */
import { constants, DatabaseSync } from "node:sqlite";
import { LIMITS } from "../../contract/limits.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import type { SourceCell, SourcePage, SourceRow } from "../source.ts";

export type QueryOptions = {
  readonly path: string;
  readonly query: string;
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly rowsMax: number;
  readonly pageRows: number;
  readonly busyMs: number;
};

export type Query = {
  readonly columns: readonly string[];
  readonly next: () => Result<SourcePage, SourceFailure>;
  readonly close: () => void;
};

const ALLOWED: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);
/** Busy, locked, input and output, corrupt, cannot open, protocol, no database. */
const PASSING: ReadonlySet<number> = new Set([5, 6, 10, 11, 14, 15, 26]);
const NOT_AUTHORIZED = 23;
const PRIMARY_CODE = 0xff;

export function openQuery(options: QueryOptions): Result<Query, SourceFailure> {
  return guarded(() => {
    const { path, busyMs } = options;
    const database = new DatabaseSync(path, { readOnly: true, timeout: busyMs });
    try {
      return begin(database, options);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function begin(database: DatabaseSync, options: QueryOptions): Result<Query, SourceFailure> {
  database.setAuthorizer((action) =>
    ALLOWED.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY,
  );
  const statement = database.prepare(options.query);
  if (!isBlank(database, options.query.slice(statement.sourceSQL.length))) {
    database.close();
    return refused("The query has more than one statement; only the first would be read.");
  }
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const rows = statement.iterate(options.values);
  const next = (): Result<SourcePage, SourceFailure> =>
    guarded(() => readPage(rows, columns, options, counter));
  const counter = { rows: 0 };
  return ok({ columns, next, close: () => database.close() });
}

/** What is left of a text after its first statement holds none when SQLite finds none. */
function isBlank(database: DatabaseSync, rest: string): boolean {
  try {
    database.prepare(rest);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_INVALID_ARG_VALUE";
  }
}

function readPage(
  rows: Iterator<unknown>,
  columns: readonly string[],
  { rowsMax, pageRows }: QueryOptions,
  counter: { rows: number },
): Result<SourcePage, SourceFailure> {
  const page: SourceRow[] = [];
  while (page.length < pageRows) {
    const { done, value } = rows.next();
    if (done === true) return ok({ rows: page, end: { complete: true } });
    if (counter.rows === rowsMax) {
      const why = `The query gives more than ${rowsMax} rows, the most that are read.`;
      return ok({ rows: page, end: { complete: false, why } });
    }
    const cells = value as readonly unknown[];
    const odd = cells.findIndex((cell) => !isCell(cell));
    if (odd !== -1) return refused(`Column "${columns[odd]}" has a cell that is no short text.`);
    page.push(cells as SourceRow);
    counter.rows += 1;
  }
  return ok({ rows: page, end: null });
}

const isCell = (cell: unknown): cell is SourceCell =>
  cell === null ||
  typeof cell === "number" ||
  (typeof cell === "string" && cell.length <= LIMITS.csvCellChars);

const refused = (reason: string): { readonly ok: false; readonly error: SourceFailure } =>
  fail({ kind: "refused", reason });

function guarded<Value>(work: () => Result<Value, SourceFailure>): Result<Value, SourceFailure> {
  try {
    return work();
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return fail(failure);
  }
}

function failureOf(error: unknown): SourceFailure | null {
  const { code, errcode, message } = error as Error & { code?: string; errcode?: number };
  if (code === "ERR_OUT_OF_RANGE") {
    const reason = "The query gives a number that is too large to be exact; cast it to text.";
    return { kind: "refused", reason };
  }
  if (code === "ERR_INVALID_STATE" || code === "ERR_INVALID_ARG_VALUE") {
    return { kind: "refused", reason: `The query cannot be run: ${message}.` };
  }
  if (code !== "ERR_SQLITE_ERROR" || errcode === undefined) return null;
  const primary = errcode & PRIMARY_CODE;
  if (PASSING.has(primary)) return { kind: "unavailable", reason: `${message}.` };
  const reason = primary === NOT_AUTHORIZED ? "a query may only select" : message;
  return { kind: "refused", reason: `The query cannot be run: ${reason}.` };
}
