/** I30: personal data stays in the rows and bodies it belongs to: never in the log, in a reason, a
 *  message's properties or anything a part tells its observer. */
import type { Checker } from "../watch/checker.ts";

/** A column of every member; no step asks for it. */
export const CANARY = "canary-4711";

export const noCanary: Checker = {
  id: "I30",
  open: (_scene, violate) => {
    const look = (where: string, said: unknown): void => {
      if (said === null || said === undefined) return;
      const text = typeof said === "string" ? said : JSON.stringify(said);
      if (text?.includes(CANARY)) violate(`${where} quotes personal data`);
    };
    return {
      onUnit: ({ publish }) => {
        for (const { envelope } of publish) look("a message", envelope.body);
      },
      onCommit: ({ events, attention }) => {
        for (const { detail } of events) look("an event", detail);
        for (const draft of attention) if (draft.kind === "open") look("attention", draft.reason);
      },
      onPublish: (_host, _topic, messages) => {
        for (const { properties } of messages) look("a property", properties);
      },
      onTold: (host, told) => look(host, told),
    };
  },
};
