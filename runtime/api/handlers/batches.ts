/** Batches, their phases and steps, as they are shown. */
import type { StepExecution } from "../../contract/http/steps.ts";
import type { BatchId } from "../../contract/ids.ts";
import { ok } from "../../contract/result.ts";
import { hideSecrets, hideSecretsIn } from "../../contract/secret-values.ts";
import type { BatchReport } from "../../store/reports.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";
import { pageBody, pageIn } from "../serving/cursor.ts";
import type { HandlersOf } from "../serving/handler.ts";

type Parts = Pick<Backend, "reports">;

export const unknownBatch = (id: BatchId) => refuse("unknown-batch", `There is no batch ${id}.`);

/** Ids of the parts of a batch mean nothing outside of it: whoever asks for one asks for the batch
 *  first. */
export async function batchExists({ reports }: Parts, id: BatchId): Promise<Answer<BatchReport>> {
  const found = await reports.batch(id);
  if (!found.ok) return storeAway(found.error);
  return found.value === null ? unknownBatch(id) : ok(found.value);
}

export const batchHandlers = (
  parts: Parts,
): HandlersOf<"listBatches" | "getBatch" | "listPhases" | "listSteps" | "getStep"> => {
  const { reports } = parts;
  return {
    listBatches: async ({ query }) => {
      const page = pageIn(query);
      if (!page.ok) return page;
      const found = await reports.batches(page.value);
      return found.ok ? ok(pageBody(found.value, page.value.after)) : storeAway(found.error);
    },
    getBatch: async ({ params: { id } }) => {
      const found = await reports.batch(id);
      if (!found.ok) return storeAway(found.error);
      if (found.value === null) return unknownBatch(id);
      const phases = await reports.phases(id);
      return phases.ok
        ? ok({ ...found.value, phases: [...phases.value] })
        : storeAway(phases.error);
    },
    listPhases: async ({ params: { id } }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const phases = await reports.phases(id);
      return phases.ok ? ok({ items: [...phases.value] }) : storeAway(phases.error);
    },
    listSteps: async ({ params: { id }, query }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const page = pageIn(query);
      if (!page.ok) return page;
      const found = await reports.steps(id, page.value);
      if (!found.ok) return storeAway(found.error);
      const rows = found.value.rows.map(withoutSecrets);
      return ok(pageBody({ ...found.value, rows }, page.value.after));
    },
    getStep: async ({ params: { id, stepId } }) => {
      const exists = await batchExists(parts, id);
      if (!exists.ok) return exists;
      const found = await reports.step(id, stepId);
      if (!found.ok) return storeAway(found.error);
      return found.value === null
        ? refuse("unknown-step", `Batch ${id} has no step ${stepId}.`)
        : ok(withoutSecrets(found.value));
    },
  };
};

/** What a function was given may be for it alone (I30). */
const withoutSecrets = (step: StepExecution): StepExecution => ({
  ...step,
  params: step.params === null ? null : hideSecretsIn(step.params),
  result: hideSecrets(step.result),
});
