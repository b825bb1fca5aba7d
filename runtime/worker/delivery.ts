/** One delivery of one job in this worker's hands, and the ids that come of it. */
import type { Received } from "../bus/message.ts";
import type { WorkerId } from "../contract/identifiers.ts";
import type { MessageId } from "../contract/message-id.ts";
import { type Properties, readTrace, traceProperties } from "../contract/messages/properties.ts";
import type { WorkerJob } from "../contract/messages/worker-job.ts";
import type { LedgerJob } from "../ledger/ledger.ts";
import type { HeldLock } from "./held-locks.ts";
import type { Addressed } from "./write-result.ts";

export type Delivery = {
  readonly job: WorkerJob;
  readonly message: Received;
  readonly held: HeldLock;
};

/** The broker counts hand-outs of a message, so no two deliveries share this. */
const nameOf = ({ sequenceNumber, deliveryCount }: Received): string =>
  `${sequenceNumber}-${deliveryCount}`;

export const ledgerJob = ({ job: { jobId }, message }: Delivery): LedgerJob => ({
  jobId,
  delivery: nameOf(message),
});

/** Plain characters, and fewer than a message id may have. */
const resultId = (text: string): MessageId => text as MessageId;

/** A result sent twice for one delivery has one id, and the bus may drop the second. The result
 *  of another delivery has another id and is never dropped: it may say something else, or the
 *  first may have been lost after the bus had taken it (R12). */
export const addressOf = ({ job, message }: Delivery): Addressed => ({
  messageId: resultId(`${job.jobId}-delivery-${nameOf(message)}`),
  properties: propertiesOf(job.workerId, message.properties),
});

/** A job's own say the same, when they say no more than whose it is. */
function propertiesOf(workerId: WorkerId, given: Received["properties"]): Properties {
  for (const name in given) {
    if (name !== "WorkerId" || given[name] !== workerId) {
      return { WorkerId: workerId, ...traceProperties(readTrace(given)) };
    }
  }
  return Object.hasOwn(given, "WorkerId") ? given : { WorkerId: workerId };
}
