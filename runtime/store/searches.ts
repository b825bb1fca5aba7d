/** Windows of members on the way through a search across batches, and their steps. */
import type { MemberKey, RunbookName } from "../contract/identifiers.ts";
import type { BatchId, MemberId, StepExecutionId } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { MemberStatus, StepStatus } from "../contract/statuses.ts";
import type { ExecutionError } from "../domain/engine/execution-row.ts";
import type { StoreFailure } from "./failure.ts";

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

/** On the way through a search: a member, and where the window goes on behind it. */
export type FoundMember = {
  readonly id: MemberId;
  readonly batchId: BatchId;
  readonly runbookName: RunbookName;
  readonly key: MemberKey;
  readonly status: MemberStatus;
  readonly addedAt: Date;
  readonly removedAt: Date | null;
  readonly failedAt: Date | null;
};

export type FoundStep = {
  readonly id: StepExecutionId;
  readonly memberId: MemberId;
  readonly stepName: string;
  readonly phaseName: string | null;
  readonly status: StepStatus;
  readonly at: Date | null;
  readonly error: ExecutionError | null;
};

export type SearchWay =
  /** By key, in the order of keys; `after` is the last one of the window before. */
  | { readonly by: "key"; readonly prefix: string; readonly after: FoundMember | null }
  /** Failed ones, the last first. */
  | {
      readonly by: "failure";
      readonly from: Date | null;
      readonly to: Date | null;
      readonly before: { readonly at: Date; readonly id: number } | null;
    }
  /** The newest first. */
  | { readonly by: "newest"; readonly before: number | null };

export type Searches = {
  readonly search: (
    way: SearchWay,
    runbookName: RunbookName | null,
    most: number,
  ) => Answer<readonly FoundMember[]>;
  readonly found: (id: MemberId) => Answer<FoundMember | null>;
  readonly stepsOf: (id: BatchId, members: readonly MemberId[]) => Answer<readonly FoundStep[]>;
};
