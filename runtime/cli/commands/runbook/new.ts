/** `drover runbook new`: writes a runbook to start from. What is written is valid, and its
 *  first lines lead editors to the schema: the nearest one above the file, or the place where
 *  the last of the next steps puts one. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { ok, type Result } from "../../../contract/result.ts";
import { checkRunbook } from "../../../runbook/check-runbook.ts";
import { starterRunbook } from "../../../runbook/starter.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { shellWord } from "../../output/shell-word.ts";
import { visibleLine } from "../../output/visible.ts";
import { writeText } from "../input/write-text.ts";

export type NewOptions = { readonly file?: string; readonly force?: boolean };

const SCHEMA = "schemas/runbook.v1.json";
/** How the starter names the schema: as from a folder beside `schemas`. */
const STARTER_SCHEMA = `../${SCHEMA}`;

export async function newRunbook(
  context: Context,
  name: string,
  options: NewOptions,
): Promise<CommandResult> {
  const starter = validStarter(name);
  if (!starter.ok) return starter;
  const file = options.file ?? `${name}.yaml`;
  const folder = dirname(resolve(context.cwd, file));
  const found = schemaAbove(folder);
  const schema = relativeUrl(folder, found ?? join(context.cwd, SCHEMA));
  const text = starter.value.replaceAll(STARTER_SCHEMA, () => schema);
  const written = await writeText(context.cwd, { file, text, replace: options.force === true });
  if (!written.ok) return written;
  context.out(`${visibleLine(file)}\n`);
  context.note(nextSteps(visibleLine(shellWord(file)), found !== null));
  return ok(EXIT.ok);
}

/** The runbook language itself judges the name. */
function validStarter(name: string): Result<string, CliError> {
  const text = starterRunbook(name);
  const { problems } = checkRunbook({ file: name, text }, { strict: true });
  const [problem] = problems;
  if (problem === undefined) return ok(text);
  return refuse("E0105", `'${name}' cannot be the name of a runbook`, {
    why: problem.message,
    next: problem.hint ?? "use letters, digits, hyphens and underscores: mailbox-move",
  });
}

function schemaAbove(folder: string): string | null {
  const candidate = join(folder, SCHEMA);
  if (existsSync(candidate)) return candidate;
  const parent = dirname(folder);
  return parent === folder ? null : schemaAbove(parent);
}

function relativeUrl(from: string, to: string): string {
  const path = relative(from, to).split(sep).join("/");
  return path.startsWith("../") ? path : `./${path}`;
}

function nextSteps(file: string, hasSchema: boolean): string {
  return [
    "Next:",
    `  edit ${file}: who the members are, which steps they go through`,
    `  drover runbook validate ${file}`,
    ...(hasSchema
      ? []
      : [`  drover runbook schema --write ${SCHEMA}    (completion in your editor)`]),
    "",
  ].join("\n");
}
