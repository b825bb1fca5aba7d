/** What checkers hear of the world outside the store. */

/** An effect on the outside world, as the oracle saw it. */
export type Effect = {
  readonly jobId: string;
  readonly host: string;
  readonly functionName: string;
  readonly member: string;
  readonly at: number;
};

/** How a request with an idempotency key was answered. */
export type Answered = { readonly actor: string; readonly key: string; readonly response: string };
