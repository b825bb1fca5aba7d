/** `drover automation status|enable|disable`: whether new batches of a runbook are looked for. */
import type { AutomationStatus } from "../../../contract/http/automation.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import { findRunbook } from "../../client/find-runbook.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Look } from "../../output/columns.ts";
import { factLines, timeFact } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";

type Options = { readonly output: ItemForm };
type Ask = (api: Api, name: string) => Promise<Result<AutomationStatus, CliError>>;

const asked =
  (ask: Ask) =>
  (context: Context, word: string, { output }: Options): Promise<CommandResult> =>
    connected(context, async (api) => {
      const name = await findRunbook(api, word);
      if (!name.ok) return name;
      const status = await ask(api, name.value);
      if (!status.ok) return status;
      const look = lookOf(context, await api.nowMs());
      printItem(context, output, status.value, (shown) => statusText(shown, look));
      return ok(EXIT.ok);
    });

const setTo =
  (automationEnabled: boolean): Ask =>
  (api, name) =>
    api.call(ROUTES.setAutomation, { path: { name }, body: { automationEnabled } });

export const automationStatus = asked((api, name) =>
  api.call(ROUTES.getAutomation, { path: { name } }),
);
export const enableAutomation = asked(setTo(true));
export const disableAutomation = asked(setTo(false));

const statusText = (status: AutomationStatus, look: Look): string =>
  factLines(
    [
      ["Runbook", status.runbookName],
      ["Automation", status.automationEnabled ? "on" : "off"],
      ["New batches", status.finds.sentence],
      ["Turned on", timeFact(status.enabledAt, look)],
      ["By", status.enabledBy],
      ["Turned off", timeFact(status.disabledAt, look)],
      ["By", status.disabledBy],
    ],
    look,
  );
