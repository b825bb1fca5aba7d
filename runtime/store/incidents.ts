/** Incidents: messages that the bus gave up, kept for a person who sends them again or lets them
 *  go (R28, I35). There is one for each place a message can be given up in; a reader who brings the
 *  same dead letter twice opens nothing the second time.
 *  Opening and closing one is an event of the platform, and while it is open it shows as
 *  attention of the platform; both are in its commit. */
import type { BatchId } from "../contract/ids.ts";
import type { Envelope } from "../contract/messages/envelope.ts";
import type { Result } from "../contract/result.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { Total } from "./reports.ts";

export type IncidentDraft = {
  readonly topic: string;
  readonly subscription: string;
  readonly sequenceNumber: number;
  /** The message as it was, to be sent again. */
  readonly envelope: Envelope;
  /** Why the bus or a receiver gave it up. */
  readonly reason: string;
  readonly description: string;
  /** Whose it was, where the message could be read; 0 otherwise. */
  readonly batchId: BatchId | 0;
};

export type Incident = IncidentDraft & {
  readonly id: number;
  readonly openedAt: Date;
  readonly closed: ClosedIncident | null;
};

export type IncidentFilters = Readonly<
  Partial<Pick<IncidentDraft, "topic" | "subscription" | "batchId" | "reason">>
>;

export type IncidentEnd = "redriven" | "discarded";

export type ClosedIncident = {
  readonly at: Date;
  readonly how: IncidentEnd;
  readonly by: string;
};

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Incidents = {
  /** How many of them are new. */
  readonly open: (drafts: readonly IncidentDraft[]) => Promise<Result<number, CommitFailure>>;
  /** Open ones, in the order of their ids, after the one given. */
  readonly list: (after: number, most: number) => Answer<readonly Incident[]>;
  /** Open or closed; null when there is none. */
  readonly read: (id: number) => Answer<Incident | null>;
  /** False when it is closed already, or there is none. */
  readonly close: (
    id: number,
    how: IncidentEnd,
    by: string,
  ) => Promise<Result<boolean, CommitFailure>>;
  readonly openCount: () => Answer<number>;
  /** Open ones that fit. */
  readonly count: (filters: IncidentFilters) => Answer<Total>;
};
