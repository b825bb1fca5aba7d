/** The run a word stands for: its id, or a beginning that only one of the newest runs has. */
import { ROUTES } from "../../../contract/http/routes.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { ok, type Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { chosen } from "../../client/choose.ts";

const GUID_CHARS = 36;

export async function findRun(api: Api, word: string): Promise<Result<string, CliError>> {
  if (word.length === GUID_CHARS) return ok(word);
  const runs = await api.call(ROUTES.listRuns, { query: { limit: LIMITS.pageSizeMax } });
  if (!runs.ok) return runs;
  const ids = runs.value.runs.map(({ run_id }) => run_id as string);
  return chosen(ids, (id) => id, word, { what: "run", list: "drover run list" });
}
