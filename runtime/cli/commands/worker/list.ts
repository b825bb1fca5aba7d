/** `drover worker list`: the registered workers and when each was last seen. People are named a few
 *  of the functions, programs all of them. */
import type { WorkerList } from "../../../contract/http/platform.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";

type Worker = WorkerList["items"][number];

/** How many names of functions fit into a cell of a table. */
const NAMED_MAX = 3;

const columnsFor = (named: (names: readonly string[]) => string): readonly Column<Worker>[] => [
  { heading: "WORKER", of: ({ workerId }) => workerId },
  { heading: "LAST SEEN", of: ({ lastSeen }) => lastSeen, kind: "time" },
  { heading: "FUNCTIONS", of: ({ functions }) => functions.length, kind: "number" },
  { heading: "SUCH AS", of: ({ functions }) => named(functions.map(({ name }) => name)) },
  { heading: "SWITCHED OFF", of: ({ switchedOff = [] }) => named(switchedOff.map(told)) },
];

const hasMore = ({ functions, switchedOff = [] }: Worker): boolean =>
  Math.max(functions.length, switchedOff.length) > NAMED_MAX;

/** With the capability that is disabled: it is what somebody has to mend. */
function told({ name, capability }: NonNullable<Worker["switchedOff"]>[number]): string {
  return `${name} (${capability})`;
}

const all = (names: readonly string[]): string => names.join(", ");

const aFew = (names: readonly string[]): string =>
  names.length > NAMED_MAX
    ? `${all(names.slice(0, NAMED_MAX))} and ${names.length - NAMED_MAX} more`
    : all(names);

const ALL_NAMES = "`drover worker list -o tsv` names every function.\n";

export function listWorkers(
  context: Context,
  { output }: { readonly output: ListForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const workers = await api.call(ROUTES.listWorkers);
    if (!workers.ok) return workers;
    const { items } = workers.value;
    printList(context, output, {
      items,
      columns: columnsFor(output === "table" ? aFew : all),
      nowMs: await api.nowMs(),
      empty: "No worker is registered.",
    });
    if (output === "table" && items.some(hasMore)) context.note(ALL_NAMES);
    return ok(EXIT.ok);
  });
}
