/** A case of the store's suite: what must hold, and how it is tried on a fresh store. */
import type { Store } from "../../../runtime/store/store.ts";

/** The clock that decides in the store under test. */
export type TestClock = { time: Date };
export const CLOCK_START = new Date("2026-03-02T05:00:00.000Z");

export type StoreWorld = {
  readonly store: Store<string>;
  readonly clock: TestClock;
  readonly close: () => Promise<void>;
};

export type StoreCase = {
  readonly title: string;
  readonly run: (world: StoreWorld) => Promise<void>;
};

export const storeCase = (title: string, run: StoreCase["run"]): StoreCase => ({ title, run });

export function pass({ clock }: StoreWorld, ms: number): void {
  clock.time = new Date(clock.time.getTime() + ms);
}
