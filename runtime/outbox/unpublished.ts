/** The incident of a message that the bus will never take. It was in no queue; its place is the
 *  row of its outbox, or what its id comes to where a commit has no outbox. A job among them says
 *  whose it is, so that its step hears of it. */
import { createHash } from "node:crypto";
import type { PublishFailure } from "../bus/failure.ts";
import type { Envelope } from "../contract/messages/envelope.ts";
import { workerJob } from "../contract/messages/worker-job.ts";
import type { IncidentDraft } from "../store/incidents.ts";

export type Unpublished = {
  readonly topic: string;
  readonly envelope: Envelope;
  readonly failure: PublishFailure;
};

export const unpublished = (
  { topic, envelope, failure }: Unpublished,
  place = placeOf(envelope),
): IncidentDraft => ({
  topic,
  subscription: "outbox",
  sequenceNumber: place,
  envelope,
  reason: failure.kind,
  description: JSON.stringify(failure),
  batchId: batchOf(topic, envelope),
});

/** As many digits as a number holds exactly. */
const PLACE_DIGITS = 12;

const placeOf = ({ messageId }: Envelope): number =>
  Number.parseInt(createHash("sha256").update(messageId).digest("hex").slice(0, PLACE_DIGITS), 16);

function batchOf(topic: string, { body }: Envelope): IncidentDraft["batchId"] {
  if (topic !== "worker-jobs") return 0;
  const job = workerJob.read(body);
  return job.ok ? job.value.batchId : 0;
}
