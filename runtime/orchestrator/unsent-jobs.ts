/** Tells steps whose jobs the bus would not take. Nobody can answer those, so their steps need not
 *  wait for a deadline (R19, R31). Each is an incident already; this reads the open ones, from the
 *  first when the process starts and then as they come. To be told twice changes nothing. */
import type { Settlement } from "../bus/lock.ts";
import { workerJob } from "../contract/messages/worker-job.ts";
import { ok, type Result } from "../contract/result.ts";
import type { Engine, Item } from "../engine/engine.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { Incident } from "../store/incidents.ts";
import type { Store } from "../store/store.ts";
import { causedBy } from "./handler.ts";
import { lostJob } from "./on-worker-job.ts";

const PAGE = 250;
/** In place of a subscription, where a message stands that never reached the bus. */
const OUTBOX = "outbox";

export type UnsentParts = {
  readonly store: Pick<Store<Settlement>, "incidents">;
  readonly engine: Pick<Engine, "handle">;
};

/** Answers how many steps were told. */
export function unsentJobs({
  store,
  engine,
}: UnsentParts): () => Promise<Result<number, CommitFailure>> {
  let after = 0;
  return async () => {
    let told = 0;
    for (;;) {
      const page = await store.incidents.list(after, PAGE);
      if (!page.ok) return page;
      const items = page.value.flatMap(itemOf);
      const answers = items.length === 0 ? [] : await engine.handle(items);
      for (const answer of answers) {
        if (answer.kind === "failed") return { ok: false, error: answer.failure };
      }
      told += items.length;
      after = page.value.at(-1)?.id ?? after;
      if (page.value.length < PAGE) return ok(told);
    }
  };
}

function itemOf({ topic, subscription, envelope, reason }: Incident): readonly Item[] {
  if (topic !== "worker-jobs" || subscription !== OUTBOX) return [];
  const job = workerJob.read(envelope.body);
  if (!job.ok) return [];
  const { batchId, input } = lostJob(job.value, causedBy("bus", envelope.messageId), reason);
  return [{ batchId, input: { ...input, isUnsent: true } }];
}
