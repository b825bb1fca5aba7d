/** The batch a word stands for: its id, or a runbook's name, then the newest batch of it. */

import type { BatchDetail } from "../../contract/http/batches.ts";
import { ROUTES } from "../../contract/http/routes.ts";
import { ok, type Result } from "../../contract/result.ts";
import { type CliError, refuse } from "../cli-error.ts";
import type { Api } from "./api.ts";
import { findRunbook } from "./find-runbook.ts";

const ID = /^[1-9][0-9]{0,15}$/;
const NEAR_LISTED = 5;

export async function findBatchId(api: Api, word: string): Promise<Result<number, CliError>> {
  const digits = word.replace(/^#/, "");
  if (ID.test(digits)) return ok(Number(digits));
  const runbook = await findRunbook(api, word);
  if (!runbook.ok) return runbook;
  const query = { runbookName: runbook.value, limit: 1 };
  const page = await api.call(ROUTES.listBatches, { query });
  if (!page.ok) return page;
  const [newest] = page.value.items;
  if (newest !== undefined) return ok(newest.id);
  return refuse("E0164", `the runbook ${runbook.value} has no batch`, {
    next: `make one with \`drover batch create ${runbook.value} --members FILE\``,
  });
}

/** Where there is none of that id, the newest ones are named. */
export async function findBatch(api: Api, word: string): Promise<Result<BatchDetail, CliError>> {
  const id = await findBatchId(api, word);
  if (!id.ok) return id;
  const batch = await api.call(ROUTES.getBatch, { path: { id: id.value } });
  if (batch.ok || batch.error.code !== "E0164") return batch;
  const newest = await api.call(ROUTES.listBatches, { query: { limit: NEAR_LISTED } });
  if (!newest.ok) return batch;
  const names = newest.value.items.map((each) => `${each.id} (${each.runbookName})`);
  const next = names.length === 0 ? "there is no batch yet" : `the newest are ${names.join(", ")}`;
  return refuse("E0164", `there is no batch ${id.value}`, {
    next,
    correlationId: batch.error.correlationId,
  });
}
