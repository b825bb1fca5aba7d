/** The one writer of a database. Works that are asked for in the same turn share a transaction
 *  and its sync to disk; each is undone by itself when it is refused.
 *  W1. A work is answered after the commit that holds it, never before.
 *  W2. A work is synchronous and runs once: either all it wrote is in the commit, or nothing.
 *  W3. When the commit fails, or SQLite gives the whole transaction up, every work in it fails.
 *  W4. A work may say that others follow from what it wrote before it is durable: they are waited
 *      for, as long as nothing but promises is between, and share its commit. Nobody else sees
 *      what is written meanwhile (`settled`).
 *  W5. Works that each follow from the answer to the last leave the process no turn for its timers
 *      and sockets: after so many commits the writer lets it have one. */
import type { DatabaseSync } from "node:sqlite";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { CommitFailure } from "../failure.ts";
import { refusalIn } from "./refuse.ts";
import { failureOf } from "./sqlite-failure.ts";

export type Writer = {
  /** `ended` is told, before the answer, whether what the work wrote is there to stay. */
  readonly write: <Value>(
    work: () => Value,
    ended?: (committed: boolean) => void,
  ) => Promise<Result<Value, CommitFailure>>;
  /** Within a work: others follow from it. */
  readonly expect: () => void;
  /** When no commit is half written. */
  readonly settled: () => Promise<void> | undefined;
  readonly close: () => Promise<void>;
};

type Outcome = { readonly failure: CommitFailure } | { readonly bug: unknown } | null;

type Work = {
  readonly run: () => void;
  /** Told at once when its part was rolled back: the works after it begin from there. */
  readonly undone: () => void;
  readonly answer: (outcome: Outcome) => void;
};

/** Works in one transaction. More would keep the first ones waiting for the last. */
const GROUP_MAX = 256;
/** Promises on the way from a work to those that follow from it, and some more. */
const HOPS_MAX = 64;
/** Commits between two breaths: a few dozen milliseconds when the groups are full. */
const COMMITS_PER_BREATH = 8;

/** Ends when timers and sockets have had their turn. */
export type Breathe = () => Promise<void>;

export function openWriter(database: DatabaseSync, breathe: Breathe = async () => {}): Writer {
  const waiting: Work[] = [];
  let commits = 0;
  let turn: Promise<void> | null = null;
  let isExpecting = false;
  let half: Promise<void> | undefined;
  const following = async (): Promise<readonly Work[]> => {
    isExpecting = false;
    for (let hops = 0; hops < HOPS_MAX && waiting.length === 0; hops += 1) await undefined;
    return waiting.splice(0, GROUP_MAX);
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      commits += 1;
      isExpecting = false;
      const { promise, resolve } = Promise.withResolvers<void>();
      half = promise;
      const group = begun(database, waiting.splice(0, GROUP_MAX));
      if (isExpecting && group.isOpen()) group.run(await following());
      half = undefined;
      group.commit();
      resolve();
    }
    turn = null;
  };
  const pause = (): Promise<void> => {
    if (commits < COMMITS_PER_BREATH) return Promise.resolve();
    commits = 0;
    return breathe();
  };
  return {
    write: <Value>(run: () => Value, ended: (committed: boolean) => void = () => {}) =>
      new Promise<Result<Value, CommitFailure>>((resolve, reject) => {
        waiting.push(workOf(run, ended, { resolve, reject }));
        turn ??= pause().then(work);
      }),
    expect: () => {
      isExpecting = true;
    },
    settled: () => half,
    close: async () => {
      while (turn !== null) await turn;
      database.close();
    },
  };
}

type Asker<Value> = {
  readonly resolve: (result: Result<Value, CommitFailure>) => void;
  readonly reject: (bug: unknown) => void;
};

function workOf<Value>(
  run: () => Value,
  ended: (committed: boolean) => void,
  { resolve, reject }: Asker<Value>,
): Work {
  let value: { readonly is: Value } | null = null;
  let isTold = false;
  const tell = (committed: boolean): void => {
    if (!isTold) ended(committed);
    isTold = true;
  };
  return {
    run: () => {
      value = { is: run() };
    },
    undone: () => tell(false),
    answer: (outcome) => {
      tell(outcome === null);
      if (outcome !== null && "bug" in outcome) reject(outcome.bug);
      else if (outcome !== null) resolve(fail(outcome.failure));
      else if (value !== null) resolve(ok(value.is));
    },
  };
}

type Group = {
  readonly isOpen: () => boolean;
  readonly run: (works: readonly Work[]) => void;
  /** Or not; in any case all works are answered. */
  readonly commit: () => void;
};

/** A transaction in which these works were run. */
function begun(database: DatabaseSync, first: readonly Work[]): Group {
  const works: Work[] = [];
  const outcomes: Outcome[] = [];
  let broken: Outcome = null;
  const guarded = (act: () => void): void => {
    if (broken !== null) return;
    try {
      act();
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      broken = outcomeOf(error);
    }
  };
  const run = (more: readonly Work[]): void => {
    works.push(...more);
    const hasCompany = works.length > 1;
    guarded(() => {
      for (const work of more) outcomes.push(attempt(database, work, hasCompany));
    });
  };
  guarded(() => database.exec("begin immediate"));
  run(first);
  return {
    isOpen: () => database.isTransaction,
    run,
    commit: () => {
      guarded(() => {
        if (database.isTransaction) database.exec("commit");
      });
      for (const [index, { answer }] of works.entries()) {
        answer(broken ?? outcomes[index] ?? null);
      }
    },
  };
}

/** Alone, a work that fails takes the transaction with it; in company, only its own part. */
function attempt(database: DatabaseSync, { run, undone }: Work, hasCompany: boolean): Outcome {
  if (hasCompany) database.exec("savepoint work");
  try {
    run();
  } catch (error) {
    if (!database.isTransaction) throw error;
    database.exec(hasCompany ? "rollback to work; release work" : "rollback");
    undone();
    return outcomeOf(error);
  }
  if (hasCompany) database.exec("release work");
  return null;
}

function outcomeOf(error: unknown): Outcome {
  const failure = refusalIn(error) ?? failureOf(error);
  return failure === null ? { bug: error } : { failure };
}
