/** What each function should do, written as what the world is before and after, without looking
 *  at how functions do it: no calls, no order, no ids. */
import { MAIL_MODEL } from "./model-mail.ts";
import type { Asked, Model, Outcome } from "./model-parts.ts";
import { PEOPLE_MODEL } from "./model-people.ts";
import type { World } from "./world.ts";

export type { Asked, Outcome } from "./model-parts.ts";

export const MODEL: Readonly<Record<string, Model>> = {
  ...PEOPLE_MODEL,
  ...MAIL_MODEL,
  "Send-AdminAlert": ({ params: { Subject, Text, Webhook, From, To } }) => {
    const way = From ? `mail from ${From} to ${[To].flat()}` : (Webhook ?? "admin-alerts");
    return { answer: "done", says: [`${way}: ${Subject}: ${Text || Subject}`] };
  },
};

/** The world after one call. */
export function after({ world, person }: Asked, { becomes, arrives, says }: Outcome): World {
  const changed = person ?? null;
  const people = world.people.flatMap((each) => {
    const isMeant = becomes && each.tag !== null ? each.tag === becomes.tag : each === changed;
    if (becomes === undefined || !isMeant) return [each];
    return becomes === null ? [] : [becomes];
  });
  const left = new Set(people.map(({ tag }) => tag));
  return {
    ...world,
    people: arrives === undefined ? people : [...people, arrives],
    mailGroup: {
      ...world.mailGroup,
      members: world.mailGroup.members.filter((tag) => left.has(tag)),
    },
    sent: [...world.sent, ...(says ?? [])],
  };
}
