/** Ids and names that a running Drover knows, for completion. Silent and quick: where it cannot be
 *  asked, or does not answer at once, there is nothing to offer. */
import { ROUTES } from "../../../contract/http/routes.ts";
import type { Api } from "../../client/api.ts";
import { connect } from "../../client/connect.ts";
import type { Context } from "../../context.ts";
import { batchState } from "../../output/batch-state.ts";
import { visibleLine } from "../../output/visible.ts";
import type { Candidate } from "./candidate.ts";

export type LiveKind = "batch" | "runbook-name" | "incident";

const ANSWER_MS_MAX = 1_500;
const OFFERED_MAX = 50;

export async function liveCandidates(
  context: Context,
  kind: LiveKind,
): Promise<readonly Candidate[]> {
  const { fetch } = context.world;
  const quick: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  const world = { ...context.world, fetch: quick, sleep: async () => {} };
  const api = await connect({ ...context, world, note: () => {} });
  return api.ok ? ASK[kind](api.value) : [];
}

const ASK: Readonly<Record<LiveKind, (api: Api) => Promise<readonly Candidate[]>>> = {
  batch: async (api) => {
    const page = await api.call(ROUTES.listBatches, { query: { limit: OFFERED_MAX } });
    if (!page.ok) return [];
    return page.value.items.map((batch) => ({
      value: String(batch.id),
      description: `${batch.runbookName}, ${batchState(batch)}`,
    }));
  },
  "runbook-name": async (api) => {
    const runbooks = await api.call(ROUTES.listRunbooks);
    if (!runbooks.ok) return [];
    return runbooks.value.items.map(({ name, version, description }) => ({
      value: name,
      description: visibleLine(description?.split("\n", 1)[0] ?? `version ${version}`),
    }));
  },
  incident: async (api) => {
    const page = await api.call(ROUTES.listIncidents, { query: { limit: OFFERED_MAX } });
    if (!page.ok) return [];
    return page.value.items.map(({ id, reason }) => ({
      value: String(id),
      description: visibleLine(reason),
    }));
  },
};
