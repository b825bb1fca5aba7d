/** The runbook a word stands for: its name, or a beginning that only one name has. */

import { ROUTES } from "../../contract/http/routes.ts";
import type { RunbookName } from "../../contract/identifiers.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { CliError } from "../cli-error.ts";
import type { Api } from "./api.ts";
import { chosen } from "./choose.ts";

export async function findRunbook(api: Api, word: string): Promise<Result<RunbookName, CliError>> {
  const runbooks = await api.call(ROUTES.listRunbooks);
  if (!runbooks.ok) return runbooks;
  const names = runbooks.value.items.map(({ name }) => name);
  const found = chosen(names, (name) => name, word, {
    what: "runbook",
    list: "drover runbook list",
  });
  return found.ok ? ok(found.value) : found;
}
