/** A dry run of a member table: what the batch would be, or every problem with its line. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { RunbookName } from "../../../contract/identifiers.ts";
import { ok, type Result } from "../../../contract/result.ts";
import { readMembers } from "../../../csv/read-members.ts";
import { columnsUsed } from "../../../domain/columns-used.ts";
import { checkRunbook } from "../../../runbook/check-runbook.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { agreed, counted } from "../../output/agree.ts";
import type { InputFile } from "../input/read-bytes.ts";

/** How many of so many members would join. */
export type Joining = (count: number) => Promise<Result<number, CliError>>;

export async function checkTable(
  context: Context,
  api: Api,
  name: RunbookName,
  { file, bytes }: InputFile,
  joining: Joining = async (count) => ok(count),
): Promise<CommandResult> {
  const published = await api.call(ROUTES.getRunbook, { path: { name } });
  if (!published.ok) return published;
  const { yamlContent, version } = published.value;
  const { runbook, problems } = checkRunbook({ file: name, text: yamlContent }, { strict: false });
  if (runbook === null)
    return refuse("E0115", `the published runbook ${name} has errors`, {
      why: problems[0]?.message ?? null,
      next: `see them with \`drover runbook get ${name} -o yaml\``,
    });
  const members = readMembers(new TextDecoder().decode(bytes), {
    primaryKey: runbook.source.primaryKey,
    requiredColumns: columnsUsed(runbook),
  });
  if (!members.ok)
    return refuse("E0163", "the member table is not right", {
      where: file,
      notes: members.error.problems.map(
        ({ line, code, message }) => `line ${line} ${code} ${message}`,
      ),
      next: `mend the lines; \`drover template download ${name}\` has the columns`,
    });
  const count = await joining(members.value.rows.length);
  if (!count.ok) return count;
  const effects = [
    count.value === 0
      ? `No batch: every member is in another batch of ${name}.`
      : `A batch of ${name} v${version} with ${counted(count.value, "member")}.`,
    ...(runbook.init.length === 0
      ? []
      : [`First advance: init, ${counted(runbook.init.length, "step")}.`]),
    ...runbook.phases.map(
      (phase) => `Then, each by an advance: ${phase.name}, ${counted(phase.steps.length, "step")}.`,
    ),
  ];
  const done = await agreed(context, { effects, question: null }, { dryRun: true });
  return done.ok ? ok(EXIT.ok) : done;
}
