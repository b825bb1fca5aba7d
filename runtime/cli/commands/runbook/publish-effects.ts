/** What publishing would change: the lines that differ from the active version, and what becomes
 *  of the batches under way. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { listed } from "../../client/pages.ts";
import { problemLine } from "../../client/problem.ts";
import { lineDiff } from "./line-diff.ts";

type Proposal = {
  readonly name: string;
  readonly text: string;
  readonly inFlight: "transition" | "pin";
};

const BATCHES_MAX = 1_000;

export async function publishEffects(
  api: Api,
  { name, text, inFlight }: Proposal,
): Promise<Result<readonly string[], CliError>> {
  const checked = await api.call(ROUTES.validateRunbook, { body: { yaml_content: text } });
  if (!checked.ok) return checked;
  const found = checked.value.problems.map(problemLine);
  const active = await api.call(ROUTES.getRunbook, { path: { name } });
  if (!active.ok && active.error.code !== "E0164") return active;
  if (!active.ok)
    return ok([`${name} v1 would be published; nothing of that name exists yet.`, ...found]);
  const { version, yamlContent } = active.value;
  if (yamlContent === text)
    return ok([
      `${name} v${version + 1} would be published, with the same text as v${version}.`,
      ...found,
    ]);
  const batches = await listed(
    api,
    ROUTES.listBatches,
    { query: { runbookName: name } },
    BATCHES_MAX,
  );
  if (!batches.ok) return batches;
  const live = batches.value.items.filter(
    ({ status }) => !["completed", "failed"].includes(status),
  );
  const diff = lineDiff(yamlContent, text);
  const added = diff.filter((line) => line.startsWith("+")).length;
  const removed = diff.filter((line) => line.startsWith("-")).length;
  const fate = inFlight === "pin" ? "stay on their version" : "move to the new version";
  return ok([
    `${name} v${version + 1} would be published: ${added} lines added, ${removed} removed.`,
    ...diff,
    `Batches under way, which would ${fate}: ${live.length}.`,
    ...found,
  ]);
}
