/** The first look: what runs, what needs a person, what is due next. */
import type { Attention } from "../../contract/http/attention.ts";
import type { BatchSummary } from "../../contract/http/batches.ts";
import type { PhaseExecution } from "../../contract/http/phases.ts";
import { Instant } from "../../contract/instant.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok } from "../../contract/result.ts";
import type { OpenAttention } from "../../store/records.ts";
import type { Backend } from "../backend.ts";
import { type Answer, refuse, storeAway } from "../serving/answer.ts";
import type { HandlersOf } from "../serving/handler.ts";
import { batchExists } from "./batches.ts";

type Parts = Pick<Backend, "clock" | "health" | "reports" | "store">;

const LISTED_MAX = 50;

export const overviewHandlers = (
  parts: Parts,
): HandlersOf<"getOverview" | "listAttention" | "listBatchAttention"> => ({
  getOverview: () => overview(parts),
  listAttention: async () => {
    const open = await attentionOf(parts);
    return open.ok ? ok({ items: [...open.value] }) : open;
  },
  listBatchAttention: async ({ params: { id } }) => {
    const exists = await batchExists(parts, id);
    if (!exists.ok) return exists;
    const open = await attentionOf(parts);
    return open.ok ? ok({ items: open.value.filter(({ batchId }) => batchId === id) }) : open;
  },
});

async function attentionOf({ store }: Pick<Parts, "store">): Promise<Answer<readonly Attention[]>> {
  const open = await store.records.attention(LIMITS.pageSizeMax);
  return open.ok ? ok(open.value.map(shownOf)) : storeAway(open.error);
}

const at = (date: Date) => Instant.parse(date.toISOString());

const shownOf = ({ subject, batchId, reason, actions, openedAt }: OpenAttention): Attention => ({
  subject,
  batchId: batchId === 0 ? null : batchId,
  reason,
  actions: [...actions],
  openedAt: at(openedAt),
});

type Running = { readonly batch: BatchSummary; readonly phases: readonly PhaseExecution[] };

async function overview(parts: Parts) {
  const engine = await parts.health();
  if (engine === null) return refuse("unavailable", "The database does not answer.");
  const open = await attentionOf(parts);
  if (!open.ok) return open;
  const running = await runningBatches(parts);
  if (!running.ok) return running;
  return ok({
    now: at(parts.clock.now()),
    running: running.value.map(({ batch, phases }) => ({ ...batch, progress: progressOf(phases) })),
    runningCount: engine.liveBatches,
    attention: open.value.slice(0, LISTED_MAX),
    attentionCount: engine.attention,
    openIncidents: engine.openIncidents,
    nextDue: nextDue(running.value),
    engine,
  });
}

/** The newest of those that have not ended. */
async function runningBatches({ reports, store }: Parts): Promise<Answer<readonly Running[]>> {
  const live = await store.batches.live(null);
  if (!live.ok) return storeAway(live.error);
  const newest = live.value.map(({ batch }) => batch.id).sort((one, other) => other - one);
  const running: Running[] = [];
  for (const id of newest.slice(0, LISTED_MAX)) {
    const batch = await reports.batch(id);
    if (!batch.ok) return storeAway(batch.error);
    const phases = await reports.phases(id);
    if (!phases.ok) return storeAway(phases.error);
    if (batch.value === null) continue;
    const { changeCount: _count, cancelledAt: _at, cancelledBy: _by, ...summary } = batch.value;
    running.push({ batch: summary, phases: phases.value });
  }
  return ok(running);
}

function progressOf(phases: readonly PhaseExecution[]) {
  const counted = phases.filter(({ status }) => status !== "superseded" && status !== "skipped");
  const sum = (count: (phase: PhaseExecution) => number): number =>
    counted.reduce((total, phase) => total + count(phase), 0);
  return {
    total: sum(({ memberCounts }) => memberCounts.total),
    done: sum(({ memberCounts }) => memberCounts.succeeded),
    failed: sum(({ memberCounts }) => memberCounts.failed),
  };
}

const nextDue = (running: readonly Running[]) =>
  running
    .flatMap(({ batch, phases }) =>
      phases.flatMap(({ id, phaseName, dueAt, status }) =>
        status === "pending" && dueAt !== null
          ? [
              {
                batchId: batch.id,
                runbookName: batch.runbookName,
                phaseId: id,
                phaseName,
                dueAt,
                members: batch.memberCounts.active,
              },
            ]
          : [],
      ),
    )
    .sort((one, other) => one.dueAt.localeCompare(other.dueAt) || one.phaseId - other.phaseId)
    .slice(0, LISTED_MAX);
