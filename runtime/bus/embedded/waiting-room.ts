/** Receivers that wait, by the place they wait at, first come first served. One that was told
 *  to look again and found nothing keeps its turn. */
import type { Cancel, TimeSource } from "./time-source.ts";

type Waiter = {
  readonly owner: string;
  /** Looks again; true when it found something and has left. */
  readonly look: () => boolean;
  /** The broker is gone: leaves with the failure that says so. */
  readonly turnAway: () => void;
  readonly stop: () => void;
};

export type WaitingRoom = {
  readonly isEmpty: () => boolean;
  readonly wait: <Answer>(wait: Wait<Answer>) => Promise<Answer>;
  readonly lookAgain: (place: string) => void;
  /** A host that died never learns anything again: its promises stay open. */
  readonly forget: (owner: string) => void;
  readonly close: () => void;
};

export type Wait<Answer> = {
  readonly place: string;
  readonly owner: string;
  readonly until: Date;
  readonly signal: AbortSignal | undefined;
  /** null: go on waiting. Else it leaves at once; the answer may come when it is kept. */
  readonly look: () => Promise<Answer> | null;
  readonly nothing: Answer;
  readonly closed: Answer;
};

export function waitingRoom(clock: TimeSource): WaitingRoom {
  const places = new Map<string, Set<Waiter>>();
  const everyone = (): readonly Waiter[] => [...places.values()].flatMap((at) => [...at]);
  return {
    isEmpty: () => places.size === 0,
    wait: (wait) => new Promise((resolve) => enter(clock, places, wait, resolve)),
    lookAgain: (place) => {
      for (const waiter of places.get(place) ?? []) if (!waiter.look()) return;
    },
    forget: (owner) => {
      for (const waiter of everyone()) if (waiter.owner === owner) waiter.stop();
    },
    close: () => {
      for (const waiter of everyone()) waiter.turnAway();
    },
  };
}

function enter<Answer>(
  clock: TimeSource,
  places: Map<string, Set<Waiter>>,
  { place, owner, until, signal, look, nothing, closed }: Wait<Answer>,
  resolve: (answer: Answer | Promise<Answer>) => void,
): void {
  const leaveWith = (answer: Answer | Promise<Answer>): void => {
    waiter.stop();
    resolve(answer);
  };
  const tooLate = (): void => leaveWith(nothing);
  const cancel: Cancel = clock.at(until, tooLate);
  const waiter: Waiter = {
    owner,
    look: () => {
      const answer = look();
      if (answer === null) return false;
      leaveWith(answer);
      return true;
    },
    turnAway: () => leaveWith(closed),
    stop: () => {
      cancel();
      signal?.removeEventListener("abort", tooLate);
      const here = places.get(place);
      here?.delete(waiter);
      if (here?.size === 0) places.delete(place);
    },
  };
  signal?.addEventListener("abort", tooLate);
  places.set(place, (places.get(place) ?? new Set()).add(waiter));
}
