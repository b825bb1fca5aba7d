/** `drover runbook publish`: a new version of a runbook. It is checked here first, so that every
 *  problem is shown with its place and nothing wrong is sent. */

import { ROUTES } from "../../../contract/http/routes.ts";
import type { PublishedRunbook } from "../../../contract/http/runbooks.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { ok } from "../../../contract/result.ts";
import { checkRunbookBytes } from "../../../runbook/check-bytes.ts";
import { refuse } from "../../cli-error.ts";
import { connected } from "../../client/connected.ts";
import { problemLine } from "../../client/problem.ts";
import { runbookLink } from "../../client/web-links.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { agreed } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { visibleLine } from "../../output/visible.ts";
import { readBytes } from "../input/read-bytes.ts";
import { publishEffects } from "./publish-effects.ts";

export type PublishOptions = {
  readonly output: ItemForm;
  readonly overdue: "rerun" | "ignore";
  readonly rerunInit?: boolean;
  readonly inFlight: "transition" | "pin";
  readonly force?: boolean;
  readonly dryRun?: boolean;
};

export async function publishRunbook(
  context: Context,
  path: string,
  options: PublishOptions,
): Promise<CommandResult> {
  const input = await readBytes(context, path, { bytesMax: LIMITS.runbookBytes });
  if (!input.ok) return input;
  const { runbook, text, problems } = checkRunbookBytes(input.value, { strict: false });
  if (runbook === null)
    return refuse("E0115", "the runbook has errors and was not published", {
      where: input.value.file,
      notes: problems.map(
        ({ line, col, code, message }) => `line ${line}:${col} ${code} ${message}`,
      ),
      next: `see them in place with \`drover runbook validate ${path}\``,
    });
  const { name } = runbook;
  return connected(context, async (api) => {
    if (options.dryRun === true) {
      const effects = await publishEffects(api, { name, text, inFlight: options.inFlight });
      if (!effects.ok) return effects;
      const shown = await agreed(context, { effects: effects.value, question: null }, options);
      return shown.ok ? ok(EXIT.ok) : shown;
    }
    const published = await api.call(ROUTES.publishRunbook, {
      body: {
        name,
        yaml_content: text,
        overdue_behavior: options.overdue,
        rerun_init: options.rerunInit === true,
        in_flight: options.inFlight,
        force: options.force === true,
      },
    });
    if (!published.ok) return published;
    printItem(context, options.output, published.value, publishedText);
    context.note(`Open ${runbookLink(api.url, name)}\n`);
    return ok(EXIT.ok);
  });
}

const publishedText = ({ name, version, problems }: PublishedRunbook): string =>
  [
    `${visibleLine(name)} v${version} is published.`,
    ...problems.map((problem) => visibleLine(problemLine(problem))),
  ]
    .map((line) => `${line}\n`)
    .join("");
