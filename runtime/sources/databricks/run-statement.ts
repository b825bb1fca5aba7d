/** A statement from its text to its end: submitted, waited for, and told to stop when its time is
 *  over, so that no warehouse works for nobody. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SourceFailure } from "../failure.ts";
import type { Question } from "../source.ts";
import { withoutQuotes } from "../without-quotes.ts";
import { type Manifest, Statement } from "./statement-answers.ts";
import { ask, pause, remainingMs, timedOut, type Wire } from "./statement-http.ts";

export type Query = {
  readonly warehouseId: string;
  readonly text: string;
  readonly values: NonNullable<Question["values"]>;
  readonly rowsMax: number;
};

export type Ran = {
  readonly id: string;
  readonly manifest: Manifest;
  readonly first: Statement["result"];
};

const PATH = "/api/2.0/sql/statements";
/** The service answers at once with the statement's id: while an answer is on its way it can get
 *  lost, and without the id nobody can stop the statement (decision 0025). */
const WAIT_SEC = 0;
const POLL_MS_FIRST = 1_000;
const POLL_MS_MAX = 10_000;

/** What the service calls its own trouble; the query is not to blame. */
const PASSING: ReadonlySet<string> = new Set([
  "INTERNAL_ERROR",
  "TEMPORARILY_UNAVAILABLE",
  "IO_ERROR",
  "SERVICE_UNDER_MAINTENANCE",
  "WORKSPACE_TEMPORARILY_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "CANCELLED",
  "RESOURCE_EXHAUSTED",
  "ABORTED",
]);

export const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

export async function runStatement(wire: Wire, query: Query): Promise<Result<Ran, SourceFailure>> {
  const body = {
    warehouse_id: query.warehouseId,
    statement: query.text,
    parameters: [...query.values].map(([name, value]) => ({
      name,
      ...(value === null ? {} : { value: String(value) }),
      ...(typeof value === "number" ? { type: "DOUBLE" } : {}),
    })),
    // Results larger than an inline answer may be are members, too.
    disposition: "EXTERNAL_LINKS",
    format: "JSON_ARRAY",
    row_limit: query.rowsMax,
    wait_timeout: `${WAIT_SEC}s`,
    on_wait_timeout: "CONTINUE",
  };
  const told = await ask(
    wire,
    { method: "POST", to: { path: PATH }, body, begins: true },
    Statement,
  );
  if (!told.ok || isOver(told.value)) return told.ok ? outcomeOf(told.value) : told;
  const id = told.value.statement_id;
  const ended = await untilOver(wire, id);
  if (ended.ok) return outcomeOf(ended.value);
  await stop(wire, id);
  return ended;
}

const isOver = ({ status: { state } }: Statement): boolean =>
  state !== "PENDING" && state !== "RUNNING";

async function untilOver(wire: Wire, id: string): Promise<Result<Statement, SourceFailure>> {
  for (let waitMs = POLL_MS_FIRST; ; waitMs = Math.min(POLL_MS_MAX, waitMs * 2)) {
    if (remainingMs(wire) <= waitMs) return fail(timedOut(wire));
    await pause(wire, waitMs);
    const told = await ask(wire, { method: "GET", to: { path: pathOf(id) } }, Statement);
    if (!told.ok || isOver(told.value)) return told;
  }
}

/** The answer, if any, changes nothing for us: the reading is over either way. */
async function stop(wire: Wire, id: string): Promise<void> {
  await ask(
    {
      ...wire,
      deadline: new Date(wire.clock.now().getTime() + POLL_MS_MAX),
      sent: { count: 0 },
    },
    { method: "POST", to: { path: `${pathOf(id)}/cancel` } },
    Statement.partial(),
  );
}

function outcomeOf({
  statement_id,
  status,
  manifest,
  result,
}: Statement): Result<Ran, SourceFailure> {
  if (status.state === "SUCCEEDED" && manifest !== undefined) {
    return ok({ id: statement_id, manifest, first: result });
  }
  if (status.state === "SUCCEEDED") {
    const reason = "the workspace says that the query has run, but not what it gave.";
    return fail({ kind: "unavailable", reason });
  }
  const { error_code = status.state, message = "" } = status.error ?? {};
  const said = withoutQuotes(message).replace(/\.$/, "");
  const reason =
    said === "" ? `it ended as ${error_code}, without a word why.` : `${error_code}: ${said}.`;
  const passes = PASSING.has(error_code) || status.state !== "FAILED";
  return fail(
    passes
      ? { kind: "unavailable", reason }
      : { kind: "refused", reason: `The query cannot be run: ${reason}` },
  );
}
