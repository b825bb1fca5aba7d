/** R30: what a host has in hand is given to nobody else while it lives: locks are renewed for as
 *  long as that takes. Only where nothing but crashes, refusals and lost answers comes between a
 *  host and the bus, and none of these since it was given the message: a call that takes minutes,
 *  or a host that is stopped for as long, loses its locks, and rightly so. */
import type { Source } from "../../../runtime/bus/lock.ts";
import type { Received } from "../../../runtime/bus/message.ts";
import type { Checker } from "../watch/checker.ts";
import type { WorldPlan } from "../world/plan.ts";

const placeOf = ({ topic, subscription, queue }: Source, sequenceNumber: number): string =>
  `${topic}/${subscription}/${queue ?? ""}/${sequenceNumber}`;

/** Who is taken at his word about what he holds. */
export const locksRenewed = ({ faults }: WorldPlan): Checker => ({
  id: "R30",
  open: (scene, violate) => {
    if (faults.slowChance > 0 || faults.freeze > 0) return {};
    const holders = new Map<string, string>();
    const held = new Map<string, Set<string>>();
    const letGo = (place: string): void => {
      held.get(holders.get(place) ?? "")?.delete(place);
      holders.delete(place);
    };
    const letAllGo = (host: string): void => {
      for (const place of held.get(host) ?? []) holders.delete(place);
      held.delete(host);
    };
    const take = (host: string, source: Source, { lock }: Received): void => {
      const place = placeOf(source, lock.sequenceNumber);
      const before = holders.get(place);
      if (before !== undefined) violate(`${host} was given ${place}, which ${before} has in hand`);
      letGo(place);
      holders.set(place, host);
      held.set(host, (held.get(host) ?? new Set()).add(place));
    };
    return {
      onDeliver: (host, source, messages) => {
        for (const message of messages) take(host, source, message);
        if (messages.length > 0) scene.reached("held-for-sure");
      },
      onSettle: (_host, { lock }) => letGo(placeOf(lock.source, lock.sequenceNumber)),
      onCrash: letAllGo,
      onUnsure: letAllGo,
    };
  },
});
