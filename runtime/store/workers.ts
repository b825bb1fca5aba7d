/** Which workers are registered and what they offer, and how many jobs of each kind may be out at
 *  once on the whole platform. The shares of single batches are their slots. */
import type { WorkerId } from "../contract/identifiers.ts";
import type { WorkerManifest } from "../contract/manifest.ts";
import type { Result } from "../contract/result.ts";
import type { SlotRow } from "../domain/engine/rows.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { PlatformEvent } from "./records.ts";
import type { RememberedAnswer } from "./unit.ts";

export type RegisteredWorker = { readonly manifest: WorkerManifest; readonly lastSeen: Date };

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Workers = {
  /** The events are recorded in the same commit. */
  readonly register: (
    manifests: readonly WorkerManifest[],
    events?: readonly PlatformEvent[],
  ) => Promise<Result<void, CommitFailure>>;
  /** They are there still. */
  readonly seen: (ids: readonly WorkerId[]) => Promise<Result<void, CommitFailure>>;
  readonly registered: () => Answer<readonly RegisteredWorker[]>;
  /** Null lifts the limit. Events and answers are recorded in the same commit. */
  readonly setLimit: (
    key: string,
    most: number | null,
    events: readonly PlatformEvent[],
    remember?: readonly RememberedAnswer[],
  ) => Promise<Result<void, CommitFailure>>;
  readonly limits: () => Answer<ReadonlyMap<string, number>>;
  /** Every batch's share of one limit, for whoever deals them out. */
  readonly shares: (key: string) => Answer<readonly SlotRow[]>;
};
