/** Commits works: loads, decides, writes, and tries again what another try can mend.
 *  C1. `ids-taken`, `unknown`, `busy` and `stale` are tried again, so many times.
 *  C2. What only some of the works cause (a taken key, a stale row, a bug) is narrowed down by
 *      halving, until it stands alone; the others are committed.
 *  C3. A full or absent store and a lost lease end it: nothing was written, nothing is settled,
 *      and the answers say so (R28, I32). */
import type { Settlement } from "../bus/lock.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { needs } from "../domain/engine/needs.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { LeaseToken } from "../store/loaded.ts";
import type { Store } from "../store/store.ts";
import { type Clock, sleep } from "../time/clock.ts";
import type { Catalog } from "./catalog.ts";
import { reasonOf } from "./decide-batch.ts";
import { type DecidedUnit, decideUnit, type Version, versionKey } from "./decide-unit.ts";
import type { EngineFault } from "./engine.ts";
import { loadPlan, type Plans } from "./plans.ts";
import { repeatedAnswer } from "./repeated-answer.ts";
import { type Answers, byBatch, portionsOf, type Work } from "./works.ts";

const TRIES_MAX = 5;
/** Another process is writing; it is given this long. */
const BUSY_PAUSE_MS = 50;

export type Shell = {
  readonly store: Store<Settlement>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly catalog: Catalog;
  readonly observe: (fault: EngineFault) => void;
};

export type Committing = {
  readonly shell: Shell;
  readonly under: LeaseToken | undefined;
  readonly answers: Answers;
  /** What is left to do when all is committed. */
  more: boolean;
  drained: boolean;
  readonly absent: Set<string>;
};

type Attempt = { readonly failure: CommitFailure } | { readonly bug: unknown } | null;

export async function commitAll(committing: Committing, works: readonly Work[]): Promise<void> {
  for (const portion of portionsOf(works)) await commitWorks(committing, portion);
}

async function commitWorks(committing: Committing, given: readonly Work[]): Promise<void> {
  let works = given;
  for (let tries = 1; works.length > 0; tries += 1) {
    const outcome = await attempt(committing, works);
    if (outcome.ok) {
      tries = outcome.value.answers.length > 0 ? 0 : tries;
      works = outcome.value.later;
      const read = await readPlans(committing, outcome.value.missing);
      if (!read.ok) return failAll(committing, works, read.error);
      if (tries < TRIES_MAX) continue;
      return failAll(committing, works, { kind: "unavailable", reason: "nothing was decided" });
    }
    const failed = outcome.error;
    if (tries < TRIES_MAX && isPassing(failed)) {
      if ("failure" in failed && failed.failure.kind === "busy") {
        await sleep(committing.shell.clock, BUSY_PAUSE_MS);
      }
      continue;
    }
    return narrow(committing, works, failed);
  }
}

type Failed = NonNullable<Attempt>;

const PASSING: ReadonlySet<CommitFailure["kind"]> = new Set([
  "stale",
  "ids-taken",
  "unknown",
  "busy",
]);
const OWN: ReadonlySet<CommitFailure["kind"]> = new Set(["stale", "conflict"]);

const isPassing = (failed: Failed): boolean =>
  "failure" in failed && PASSING.has(failed.failure.kind);

async function narrow(
  committing: Committing,
  works: readonly Work[],
  failed: Failed,
): Promise<void> {
  if ("failure" in failed && !OWN.has(failed.failure.kind)) {
    return failAll(committing, works, failed.failure);
  }
  const [first] = works;
  if (works.length === 1 && first !== undefined) return alone(committing, first, failed);
  const middle = works.length >> 1;
  await commitWorks(committing, works.slice(0, middle));
  await commitWorks(committing, works.slice(middle));
}

async function alone(committing: Committing, work: Work, failed: Failed): Promise<void> {
  const { shell, answers } = committing;
  if ("failure" in failed) {
    answers[work.index] = await repeatedAnswer(shell.store, work.item, failed.failure);
    return;
  }
  const { batchId, input } = work.item;
  if (work.aside === null) {
    return commitWorks(committing, [{ ...work, aside: reasonOf(failed.bug) }]);
  }
  shell.observe({ kind: "not-committed", batchId, input: input.kind, error: failed.bug });
  failAll(committing, [work], { kind: "unavailable", reason: reasonOf(failed.bug) });
}

function failAll({ answers }: Committing, works: readonly Work[], failure: CommitFailure): void {
  for (const { index } of works) answers[index] = { kind: "failed", failure };
}

async function attempt(
  committing: Committing,
  works: readonly Work[],
): Promise<Result<DecidedUnit, Failed>> {
  const { shell, under, absent } = committing;
  const { store, plans, catalog, clock } = shell;
  const facts = await catalog.facts();
  if (!facts.ok) return fail({ failure: facts.error });
  const deciding = { plans, absent, facts: facts.value, now: clock.now };
  const batches = new Map(
    [...byBatch(works)].map(([id, own]) => [id, needs(own.map(({ item }) => item.input))]),
  );
  const locks = under === undefined ? { batches } : { batches, lease: under };
  let decided: DecidedUnit | null = null;
  try {
    const committed = await store.transact(locks, (loaded) => {
      decided = decideUnit(deciding, works, loaded);
      return decided.unit;
    });
    if (!committed.ok) return fail({ failure: committed.error });
  } catch (bug) {
    return fail({ bug });
  }
  return tell(committing, decided);
}

function tell(committing: Committing, decided: DecidedUnit | null): Result<DecidedUnit, Failed> {
  if (decided === null) return fail({ bug: new Error("the store committed and did not decide") });
  committing.more ||= decided.more;
  committing.drained ||= decided.drained;
  for (const { work, handled } of decided.answers) {
    committing.answers[work.index] = handled;
    if (work.aside === null) continue;
    const { batchId, input } = work.item;
    const error = work.aside;
    committing.shell.observe({ kind: "set-aside", batchId, input: input.kind, error });
  }
  return ok(decided);
}

async function readPlans(
  { shell: { store, plans }, absent }: Committing,
  missing: readonly Version[],
): Promise<Result<void, CommitFailure>> {
  for (const wanted of missing) {
    const plan = await loadPlan(store.runbooks, plans, wanted.name, wanted.version);
    if (!plan.ok) return plan;
    if (plan.value === null) absent.add(versionKey(wanted));
  }
  return ok(undefined);
}
