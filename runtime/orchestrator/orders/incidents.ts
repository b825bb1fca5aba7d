/** Orders about a dead letter: send it again with a new life, or let it go. Either takes it from
 *  its queue and then closes its incident, so there are as many dead letters as open incidents
 *  (I35); a repeat after a crash in between finds it gone and closes. */
import { MessageId } from "../../contract/message-id.ts";
import type { Properties } from "../../contract/messages/properties.ts";
import { ok } from "../../contract/result.ts";
import type { Incident, IncidentEnd } from "../../store/incidents.ts";
import { removeDeadLetter } from "../dead-letter-removal.ts";
import { type Asked, type OrderAnswer, refused, unavailable } from "./answer.ts";
import { type Desk, notDone } from "./desk.ts";
import { keep, once } from "./once.ts";

export type IncidentRequest = { readonly incidentId: number };

const JOBS = "worker-jobs";

export const redrive =
  (desk: Desk) =>
  (request: IncidentRequest, asked: Asked): Promise<OrderAnswer> =>
    end(desk, request, asked, "redriven", async (incident) => {
      if (incident.topic === JOBS) return refused("job-given-up");
      const published = await desk.bus.publish(incident.topic, [again(incident)]);
      if (published.ok) return null;
      const { kind } = published.error;
      if (kind === "unavailable") return unavailable("The bus is away; nothing was sent.");
      return refused("unsendable", `The bus will not take the message again: ${kind}.`);
    });

export const discard =
  (desk: Desk) =>
  (request: IncidentRequest, asked: Asked): Promise<OrderAnswer> =>
    end(desk, request, asked, "discarded", async () => null);

const MARKS: ReadonlySet<string> = new Set(["DeadLetterReason", "DeadLetterErrorDescription"]);

/** Another id, or the broker would take it for the one it had before (R12); always the same one,
 *  so that a repeat may be taken for a repeat. */
function again({ id, envelope }: Incident) {
  const { messageId, body, properties } = envelope;
  const mark = `-redrive-${id}`;
  const kept = Object.entries(properties).filter(([name]) => !MARKS.has(name));
  return {
    messageId: MessageId.parse(`${messageId.slice(0, 128 - mark.length)}${mark}`),
    body,
    properties: Object.fromEntries(kept) as Properties,
  };
}

function end(
  desk: Desk,
  request: IncidentRequest,
  asked: Asked,
  how: IncidentEnd,
  before: (incident: Incident) => Promise<OrderAnswer | null>,
): Promise<OrderAnswer> {
  return once(desk, asked, { order: how, ...request }, async (kept) => {
    const read = await desk.store.incidents.read(request.incidentId);
    if (!read.ok) return notDone(read.error);
    const incident = read.value;
    if (incident === null) return refused("unknown-incident");
    if (incident.closed !== null) {
      if (incident.closed.how !== how) return refused("incident-closed");
      return keep(desk, kept, ok({ changed: false, seq: null }));
    }
    const obstacle = await before(incident);
    if (obstacle !== null) return obstacle;
    const removed = await removeDeadLetter(desk.bus, incident);
    if (!removed) return unavailable("Somebody else holds the dead letter. Try again in a minute.");
    const closed = await desk.store.incidents.close(incident.id, how, asked.actor);
    if (!closed.ok) return notDone(closed.error);
    return keep(desk, kept, ok({ changed: closed.value, seq: null }));
  });
}
