/** The port over a broker core, for one host. Every answer is given after its command is done;
 *  waiting happens in the waiting room, never inside a command. */

import { ok } from "../../contract/result.ts";
import type { Bus } from "../bus.ts";
import { toLockRef, toNewMessage, toVerdict } from "./convert.ts";
import type { Desk } from "./desk.ts";
import { NOT_KEPT, REFUSED } from "./desk.ts";
import { holdingSessions } from "./holding-sessions.ts";
import { receiving } from "./receiving.ts";

export const connection = (desk: Desk, owner: string, isAhead = false): Bus => ({
  ...publishing(desk),
  ...receiving(desk, owner, isAhead),
  ...settling(desk),
  ...holdingSessions(desk, owner),
});

type Publishing = Pick<Bus, "publish" | "schedule" | "cancelScheduled">;

const publishing = ({ run, kept, isOpen }: Desk): Publishing => ({
  publish: async (topic, messages) => {
    if (!isOpen()) return REFUSED;
    const fresh = messages.map(toNewMessage);
    return kept<Awaited<ReturnType<Bus["publish"]>>>(
      run((core, now) => core.publish(now, topic, fresh)),
      NOT_KEPT,
    );
  },
  schedule: async (topic, messages) => {
    if (!isOpen()) return REFUSED;
    const scheduled = messages.map((message) => ({
      ...toNewMessage(message),
      due: message.notBefore.getTime(),
    }));
    return kept<Awaited<ReturnType<Bus["schedule"]>>>(
      run((core, now) => core.schedule(now, topic, scheduled)),
      NOT_KEPT,
    );
  },
  cancelScheduled: async (topic, sequenceNumbers) =>
    isOpen()
      ? kept<Awaited<ReturnType<Bus["cancelScheduled"]>>>(
          run((core, now) => core.cancelScheduled(now, topic, sequenceNumbers)),
          sequenceNumbers.map(() => NOT_KEPT),
        )
      : sequenceNumbers.map(() => REFUSED),
});

const settling = ({ run, kept, isOpen }: Desk): Pick<Bus, "settle" | "renew"> => ({
  settle: async (settlements) => {
    if (!isOpen()) return settlements.map(() => REFUSED);
    const items = settlements.map((settlement) => ({
      lock: toLockRef(settlement.lock),
      verdict: toVerdict(settlement),
    }));
    return kept<Awaited<ReturnType<Bus["settle"]>>>(
      run((core, now) => core.settle(now, items)),
      settlements.map(() => NOT_KEPT),
    );
  },
  renew: async (locks) => {
    if (!isOpen()) return locks.map(() => REFUSED);
    const renewed = run((core, now) => core.renew(now, locks.map(toLockRef)));
    const answers = locks.map((lock, index) => {
      const end = renewed[index] ?? REFUSED;
      return end.ok ? ok({ ...lock, until: new Date(end.value) }) : end;
    });
    return kept<typeof answers>(
      answers,
      locks.map(() => NOT_KEPT),
    );
  },
});
