/** How the engine is, in five numbers. Null while its database does not answer. */
import type { Settlement } from "../../bus/lock.ts";
import type { EngineHealth } from "../../contract/http/health.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { Store } from "../../store/store.ts";

export async function engineHealth(
  store: Pick<Store<Settlement>, "batches" | "records" | "incidents">,
  tickedAt: Date | null,
  now: Date,
): Promise<EngineHealth | null> {
  const live = await store.batches.live(null);
  const attention = await store.records.attention(LIMITS.pageSizeMax);
  const incidents = await store.incidents.openCount();
  if (!live.ok || !attention.ok || !incidents.ok) return null;
  const ageMs = tickedAt === null ? null : now.getTime() - tickedAt.getTime();
  return {
    tickAgeSec: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1_000)),
    liveBatches: live.value.length,
    inFlight: live.value.reduce((sum, { batch }) => sum + batch.inFlight, 0),
    attention: attention.value.length,
    openIncidents: incidents.value,
  };
}
