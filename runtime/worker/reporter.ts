/** Collects what is to be reported and sends it in groups: all that is ready goes together, and
 *  nothing waits for more to come. While a group is under way the next one gathers. */
import type { Clock } from "../time/clock.ts";
import type { Observe } from "./fault.ts";
import { keepTrying } from "./keep-trying.ts";
import type { Report, SendReports } from "./report.ts";

/** More would keep the first ones waiting for the last. */
const GROUP_MAX = 1_000;

export type Reporter = {
  /** True once it was sent; false when the worker had to end before. */
  readonly send: (report: Report) => Promise<boolean>;
};

type Parts = {
  readonly send: SendReports;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Ends all trying. */
  readonly ending: AbortSignal;
};

type Waiting = {
  readonly report: Report;
  readonly resolve: (sent: boolean) => void;
  readonly reject: (error: unknown) => void;
};

export function reporter({ send, clock, observe, ending }: Parts): Reporter {
  const waiting: Waiting[] = [];
  let isSending = false;

  const sendGroup = async (group: readonly Waiting[]): Promise<void> => {
    const reports = group.map(({ report }) => report);
    try {
      const trying = { clock, signal: ending, failed: observe };
      const sent = await keepTrying(() => send(reports), trying);
      for (const { resolve } of group) resolve(sent !== null);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  /** Begins a turn later, when those who end in this turn have all come. */
  const sendAll = async (): Promise<void> => {
    await Promise.resolve();
    while (waiting.length > 0) await sendGroup(waiting.splice(0, GROUP_MAX));
    isSending = false;
  };
  return {
    send: (report) =>
      new Promise((resolve, reject) => {
        waiting.push({ report, resolve, reject });
        if (isSending) return;
        isSending = true;
        void sendAll();
      }),
  };
}
