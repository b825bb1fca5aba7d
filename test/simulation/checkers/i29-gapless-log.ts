/** I29: the log of a batch only grows, without gaps: its number moves by as many as were written,
 *  and at the end the store has every one of them under its number, as it was committed. */
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { LoggedEvent } from "../../../runtime/store/records.ts";
import type { Checker, Violate } from "../watch/checker.ts";

/** What of an event tells it from its neighbours. */
const told = ({
  type,
  cause,
  memberId,
  executionId,
  phaseId,
}: Pick<LoggedEvent, "type" | "cause" | "memberId" | "executionId" | "phaseId">): string =>
  `${type} of ${memberId}/${executionId}/${phaseId} (${cause})`;

function compare(
  batchId: BatchId | 0,
  log: readonly LoggedEvent[],
  written: readonly string[] | null,
  violate: Violate,
): void {
  log.forEach((event, at) => {
    if (event.seq !== at + 1) violate(`event ${at + 1} of batch ${batchId} is number ${event.seq}`);
    const meant = written?.[at];
    if (meant !== undefined && meant !== told(event))
      violate(`event ${event.seq} of batch ${batchId} was ${meant} and is ${told(event)}`);
  });
  if (written !== null && written.length !== log.length)
    violate(`of ${written.length} events of batch ${batchId} ${log.length} are there`);
}

export const gaplessLog: Checker = {
  id: "I29",
  open: (_scene, violate) => {
    const written = new Map<BatchId, string[]>();
    return {
      onCommit: ({ batchId, batch: { before, after }, events }) => {
        const from = before?.eventSeq ?? 0;
        if (after.eventSeq !== from + events.length) {
          violate(
            `${events.length} events took batch ${after.id} from ${from} to ${after.eventSeq}`,
          );
        }
        const own = written.get(batchId) ?? [];
        written.set(batchId, own);
        for (const event of events) own.push(told(event));
      },
      onEnd: ({ logs }) => {
        for (const [batchId, log] of logs) {
          compare(batchId, log, batchId === 0 ? null : (written.get(batchId) ?? []), violate);
        }
        for (const batchId of written.keys()) {
          if (!logs.has(batchId)) violate(`nobody can read the log of batch ${batchId}`);
        }
      },
    };
  },
};
