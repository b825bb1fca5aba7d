/** `drover worker list`: the registered workers and when each was last seen. */
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

const COLUMNS: readonly Column<Worker>[] = [
  { heading: "WORKER", of: ({ workerId }) => workerId },
  { heading: "LAST SEEN", of: ({ lastSeen }) => lastSeen, kind: "time" },
  { heading: "FUNCTIONS", of: ({ functions }) => functions.length, kind: "number" },
  { heading: "SUCH AS", of: ({ functions }) => functions.map(({ name }) => name).join(", ") },
  { heading: "SWITCHED OFF", of: ({ switchedOff = [] }) => switchedOff.map(told).join(", ") },
];

/** With the capability that is disabled: it is what somebody has to mend. */
function told({ name, capability }: NonNullable<Worker["switchedOff"]>[number]): string {
  return `${name} (${capability})`;
}

export function listWorkers(
  context: Context,
  { output }: { readonly output: ListForm },
): Promise<CommandResult> {
  return connected(context, async (api) => {
    const workers = await api.call(ROUTES.listWorkers);
    if (!workers.ok) return workers;
    printList(context, output, {
      items: workers.value.items,
      columns: COLUMNS,
      nowMs: await api.nowMs(),
      empty: "No worker is registered.",
    });
    return ok(EXIT.ok);
  });
}
