/** I35: when all is calm, each dead letter is an incident that somebody can see, and each incident
 *  that is open is a dead letter that is still there: the same place, the same message. As many of
 *  the one as of the other is not enough: who takes another letter out of its queue than the one
 *  that was meant leaves the counts equal. A letter that was taken by somebody who crashed before
 *  its incident was closed is missing until the order is given again, and rightly so: the order
 *  never answered. */
import type { Checker, End, Violate } from "../watch/checker.ts";
import type { DeadLetter } from "../watch/effect.ts";

const placeOf = ({ topic, subscription, sequenceNumber }: Omit<DeadLetter, "messageId" | "body">) =>
  `${topic}/${subscription}/${sequenceNumber}`;

function compare(
  { deadLetters, incidents, asked }: End,
  cutOff: ReadonlySet<string>,
  violate: Violate,
): void {
  const letters = new Map(deadLetters.map((letter) => [placeOf(letter), letter]));
  const seen = new Set<string>();
  for (const incident of incidents) {
    const place = placeOf(incident);
    const letter = letters.get(place);
    const { messageId, body } = incident.envelope;
    if (letter === undefined) {
      if (!cutOff.has(place)) violate(`incident ${incident.id}: there is no letter at ${place}`);
    } else if (letter.messageId !== messageId || letter.body !== body)
      violate(`incident ${incident.id} is about ${messageId}, ${letter.messageId} is at ${place}`);
    if (seen.has(place)) violate(`${place} has two open incidents`);
    seen.add(place);
    if (!asked.includes(`incident:${incident.id}`))
      violate(`incident ${incident.id} is open and nobody was asked`);
  }
  for (const place of letters.keys()) {
    if (!seen.has(place)) violate(`the dead letter at ${place} has no open incident`);
  }
  const open = new Set(incidents.map(({ id }) => `incident:${id}`));
  for (const subject of asked) {
    if (subject.startsWith("incident:") && !open.has(subject))
      violate(`somebody is asked about ${subject}, which is not open`);
  }
}

export const incidentsForDeadLetters: Checker = {
  id: "I35",
  open: (scene, violate) => {
    const takenBy = new Map<string, string[]>();
    const cutOff = new Set<string>();
    return {
      onSettle: (host, { kind, lock: { source, sequenceNumber } }, isDone) => {
        if (!isDone || kind !== "complete" || source.queue !== "dead-letter") return;
        takenBy.set(host, [...(takenBy.get(host) ?? []), placeOf({ ...source, sequenceNumber })]);
      },
      onCrash: (host) => {
        for (const place of takenBy.get(host) ?? []) cutOff.add(place);
        takenBy.delete(host);
      },
      onEnd: (end) => {
        if (!end.isCalm) return;
        if (end.deadLetters.length > 1) scene.reached("dead-letters-at-the-end");
        compare(end, cutOff, violate);
      },
    };
  },
};
