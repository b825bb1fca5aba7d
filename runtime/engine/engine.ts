/** The engine's port: everything that happens to batches goes through `handle`; the rest are the
 *  few orders that concern no single batch. Scheduler, orchestrator and API hold one of these
 *  and nothing of what is behind it.
 *  E1. A `decided` answer means that the decision is committed; `failed` means that nothing was
 *      written for the item and its message is still the caller's to give back.
 *  E2. A message is settled in or after the commit of what it led to, never before (R03).
 *  E3. An input that cannot be decided is set aside alone; its neighbours go on (R32). */

import type { MessageLock } from "../bus/lock.ts";
import type { RunbookName } from "../contract/identifiers.ts";
import type { BatchId, RunbookVersion } from "../contract/ids.ts";
import type { WorkerManifest } from "../contract/manifest.ts";
import type { Result } from "../contract/result.ts";
import type { Verdict } from "../domain/engine/decision.ts";
import type { Input } from "../domain/engine/inputs.ts";
import type { Runbook } from "../domain/runbook.ts";
import type { CommitFailure, StoreFailure } from "../store/failure.ts";
import type { LeaseToken } from "../store/loaded.ts";
import type { RememberedAnswer } from "../store/unit.ts";
import type { Published, PublishFailure, PublishRequest } from "./publishing.ts";

export type Item = {
  readonly batchId: BatchId;
  readonly input: Input;
  /** The bus message it came with: settled in or after the commit, never before. */
  readonly lock?: MessageLock;
  /** The idempotency key of a request: the response is kept in the same commit (R17, I16). */
  readonly answer?: {
    readonly actor: string;
    readonly key: string;
    readonly requestHash: string;
    readonly respond: (verdict: Verdict, seq: number) => string;
  };
};

export type Handled =
  /** `seq` is the batch's event number after it. */
  | { readonly kind: "decided"; readonly verdict: Verdict; readonly seq: number }
  | { readonly kind: "unknown-batch" }
  /** Deciding it threw: set aside alone, with attention; the others went on. */
  | { readonly kind: "set-aside"; readonly reason: string }
  | { readonly kind: "failed"; readonly failure: CommitFailure };

export type Swept = {
  readonly handled: number;
  /** There is more due already than one call looks at. */
  readonly more: boolean;
  /** Until the next row is due, by the store's clock; null: none is. */
  readonly nextInMs: number | null;
};

/** What the people who run the platform should hear of: bugs, ours or a store's. */
export type EngineFault = {
  readonly kind: "set-aside" | "not-committed";
  readonly batchId: BatchId;
  readonly input: Input["kind"];
  readonly error: unknown;
};

export type Engine = {
  /** Plural: grouped by batch and commit; one answer per item, in order. What another try can
   *  mend is tried again within. */
  readonly handle: (items: readonly Item[], under?: LeaseToken) => Promise<readonly Handled[]>;
  /** Everything due, bounded per call. */
  readonly sweep: () => Promise<Result<Swept, StoreFailure>>;
  readonly publishRunbook: (request: PublishRequest) => Promise<Result<Published, PublishFailure>>;
  readonly setAutomation: (
    name: RunbookName,
    enabled: boolean,
    by: string,
    remember?: readonly RememberedAnswer[],
  ) => Promise<Result<void, CommitFailure>>;
  /** Null lifts the limit. */
  readonly setLimit: (
    key: string,
    most: number | null,
    by: string,
    remember?: readonly RememberedAnswer[],
  ) => Promise<Result<void, CommitFailure>>;
  readonly registerWorkers: (
    manifests: readonly WorkerManifest[],
  ) => Promise<Result<void, CommitFailure>>;
  /** What a runbook version says, compiled and kept; null when there is no such version. */
  readonly plan: (
    name: RunbookName,
    version: RunbookVersion,
  ) => Promise<Result<Runbook | null, StoreFailure>>;
};
