/** One case of the suite: a sentence, what an adapter must be able to do for it, and the proof.
 *  Case files import `busCase` as `test`, so that their titles are found like those of tests. */
import type { Bus } from "../../../runtime/bus/bus.ts";

/** What a case sees of the adapter: two hosts on one broker whose queues are empty. */
export type World = {
  readonly bus: Bus;
  readonly other: Bus;
  readonly now: () => Date;
  readonly pass: (ms: number) => Promise<void>;
  /** Ends the host behind `bus` without a farewell; `other` lives on. */
  readonly hostDies: () => Promise<void>;
  readonly counts: (topic: string) => Promise<TopicFigures>;
  readonly stop: () => Promise<void>;
};

export type TopicFigures = {
  readonly scheduled: number;
  readonly dropped: number;
  readonly duplicates: number;
  readonly subscriptions: Readonly<
    Record<
      string,
      {
        readonly ready: number;
        readonly locked: number;
        readonly deferred: number;
        readonly dead: number;
      }
    >
  >;
};

/** `time`: minutes pass when told to. `host-death`: a host can be ended from outside. `counts`:
 *  exact numbers of messages by state. `small-topic`: a topic may be limited to kilobytes.
 *  `stop`: the broker itself can be ended. */
export type Capability = "time" | "host-death" | "counts" | "small-topic" | "stop";

export type BusCase = {
  readonly title: string;
  readonly needs: readonly Capability[];
  readonly run: (world: World) => Promise<void>;
};

export const busCase = (
  title: string,
  run: BusCase["run"],
  ...needs: readonly Capability[]
): BusCase => ({ title, run, needs });
