/** Looking at runbooks without changing anything: checking a text, comparing versions, the empty
 *  table to fill in. */
import { ok } from "../../contract/result.ts";
import { writeTable } from "../../csv/write-table.ts";
import { columnsToFill } from "../../domain/columns-used.ts";
import { checkRunbook } from "../../runbook/check-runbook.ts";
import type { Backend } from "../backend.ts";
import { refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { checkWithWorkers } from "./check-with-workers.ts";
import { diffLines } from "./diff-lines.ts";
import { outlineFor } from "./runbook-outline.ts";
import { unknownRunbook, unknownVersion } from "./runbooks.ts";
import { runbookProblem } from "./shown-problems.ts";

type Parts = Pick<Backend, "store">;

const NAME_LINE = /^name:\s*["']?([^"'#\r\n]+?)["']?\s*(?:#.*)?$/m;

export const runbookCheckHandlers = ({
  store,
}: Parts): HandlersOf<"validateRunbook" | "diffRunbook" | "getTemplate"> => ({
  validateRunbook: async ({ body: { yaml_content: text, strict } }) => {
    const checked = await checkWithWorkers(store, { file: "runbook", text }, { strict });
    if (!checked.ok) return storeAway(checked.error);
    const { runbook, problems } = checked.value;
    return ok({
      valid: runbook !== null,
      name: runbook?.name ?? NAME_LINE.exec(text)?.[1] ?? null,
      problems: problems.map(runbookProblem),
      outline: runbook === null ? null : outlineFor(runbook),
    });
  },
  diffRunbook: async ({ params: { name }, query: { from, to } }) => {
    const [before, after] = await Promise.all([
      store.runbooks.version(name, from),
      store.runbooks.version(name, to),
    ]);
    if (!before.ok) return storeAway(before.error);
    if (!after.ok) return storeAway(after.error);
    if (before.value === null) return unknownVersion(name, from);
    if (after.value === null) return unknownVersion(name, to);
    const lines = diffLines(before.value.yaml, after.value.yaml);
    const count = (kind: "added" | "removed") => lines.filter((line) => line.kind === kind).length;
    return ok({ name, from, to, added: count("added"), removed: count("removed"), lines });
  },
  getTemplate: async ({ params: { name } }) => {
    const active = await store.runbooks.active(name);
    if (!active.ok) return storeAway(active.error);
    if (active.value === null) return unknownRunbook(name);
    const { runbook } = checkRunbook({ file: name, text: active.value.yaml }, { strict: false });
    if (runbook === null) {
      return refuse("unknown-runbook", `The active version of ${name} can no longer be read.`);
    }
    const fileName = `${name.replaceAll(/[^\w.-]+/g, "-")}-members.csv`;
    return ok({ fileName, chunks: [writeTable(columnsToFill(runbook), [])] });
  },
});
