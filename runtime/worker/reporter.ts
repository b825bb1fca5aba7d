/** Collects what is to be reported and sends it in groups: all that is ready goes together, and
 *  nothing waits for more to come. While a group is under way the next one gathers. */
import type { Clock } from "../time/clock.ts";
import type { Observe } from "./fault.ts";
import { keepTrying } from "./keep-trying.ts";
import type { Report, SendReports } from "./report.ts";

/** More would keep the first ones waiting for the last. */
const GROUP_MAX = 1_000;

export type Reporter = {
  /** `sent` is called once it was; never, when the worker had to end before. */
  readonly send: (report: Report, sent: () => void) => void;
};

type Parts = {
  readonly send: SendReports;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Ends all trying. */
  readonly ending: AbortSignal;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

/** No promise for each report: a group is hundreds of them. */
export function reporter({ send, clock, observe, ending, defect }: Parts): Reporter {
  const reports: Report[] = [];
  const callers: (() => void)[] = [];
  let isSending = false;

  const sendGroup = async (): Promise<void> => {
    const group = reports.splice(0, GROUP_MAX);
    const told = callers.splice(0, GROUP_MAX);
    const trying = { clock, signal: ending, failed: observe };
    if ((await keepTrying(() => send(group), trying)) === null) return;
    for (const sent of told) sent();
  };
  /** Begins a turn later, when those who end in this turn have all come. */
  const sendAll = async (): Promise<void> => {
    await Promise.resolve();
    while (reports.length > 0) await sendGroup().catch(defect);
    isSending = false;
  };
  return {
    send: (report, sent) => {
      reports.push(report);
      callers.push(sent);
      if (isSending) return;
      isSending = true;
      void sendAll();
    },
  };
}
