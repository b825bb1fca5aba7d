/** From what a transaction shows to what it commits: each batch is decided by itself, all of them
 *  become one unit. Runs inside the transaction, so it is synchronous and reads nothing.
 *  A batch whose plan is not at hand is left out; its works come again when the plan is. */
import type { Settlement } from "../bus/lock.ts";
import type { RunbookName } from "../contract/identifiers.ts";
import type { BatchId, RunbookVersion } from "../contract/ids.ts";
import type { Decision, Verdict } from "../domain/engine/decision.ts";
import type { NextIds, World } from "../domain/engine/world.ts";
import type { Loaded, WorldRows } from "../store/loaded.ts";
import type { BatchWrites, OutgoingMessage, RememberedAnswer, Unit } from "../store/unit.ts";
import type { Facts } from "./catalog.ts";
import { type DecidedBatch, decideBatch } from "./decide-batch.ts";
import type { Handled } from "./engine.ts";
import type { Plans } from "./plans.ts";
import { byBatch, type Work } from "./works.ts";

/** Longest time one commit decides for; batches beyond it come with the next. */
const DECIDE_MS_MAX = 20;

export type Version = { readonly name: RunbookName; readonly version: RunbookVersion };

export type DecidedUnit = {
  readonly unit: Unit<Settlement>;
  readonly answers: readonly { readonly work: Work; readonly handled: Handled }[];
  readonly later: readonly Work[];
  readonly missing: readonly Version[];
  /** Rows are due already. */
  readonly more: boolean;
  /** A member was let go that another batch may be waiting for. */
  readonly drained: boolean;
};

export type Deciding = {
  readonly plans: Plans;
  /** Versions that are in no store: deciding about them throws. */
  readonly absent: ReadonlySet<string>;
  readonly facts: Facts;
  readonly now: () => Date;
};

type Open = {
  readonly writes: BatchWrites[];
  readonly publish: OutgoingMessage[];
  readonly settle: Settlement[];
  readonly remember: RememberedAnswer[];
  readonly answers: { readonly work: Work; readonly handled: Handled }[];
  readonly later: Work[];
  readonly missing: Version[];
  nextIds: NextIds;
  more: boolean;
  drained: boolean;
};

export function decideUnit(
  deciding: Deciding,
  works: readonly Work[],
  loaded: Loaded,
): DecidedUnit {
  const open: Open = {
    writes: [],
    publish: [],
    settle: [],
    remember: [],
    answers: [],
    later: [],
    missing: [],
    nextIds: loaded.nextIds,
    more: false,
    drained: false,
  };
  const until = deciding.now().getTime() + DECIDE_MS_MAX;
  for (const [batchId, ofBatch] of byBatch(works)) {
    const rows = loaded.batches.get(batchId);
    if (rows === undefined) for (const work of ofBatch) unknownBatch(open, work);
    else if (open.writes.length > 0 && deciding.now().getTime() > until)
      open.later.push(...ofBatch);
    else decideRows(deciding, open, rows, ofBatch, loaded.now);
  }
  const { writes, publish, settle, remember, nextIds, ...told } = open;
  const unit = { writes, publish, settle, remember, nextIds, consumed: [], sent: [] };
  return { unit, ...told };
}

function decideRows(
  { plans, absent, facts }: Deciding,
  open: Open,
  rows: WorldRows,
  works: readonly Work[],
  now: Date,
): void {
  const { batch, phases, members, executions, slots, attention } = rows;
  const name = batch.runbookName;
  const missing: Version[] = [];
  const world: World = {
    batch,
    phases,
    members,
    executions,
    slots,
    attention,
    plans: { get: (version) => plans.known(name, version) ?? noted(missing, { name, version }) },
    workers: facts.workers,
    limited: facts.limited,
    nextIds: open.nextIds,
  };
  let decided: DecidedBatch | null = null;
  try {
    decided = decideBatch(world, works, now);
  } catch (error) {
    if (missing.length === 0) throw error;
  }
  const unread = missing.filter((version) => !absent.has(versionKey(version)));
  if (unread.length > 0 || decided === null) {
    open.missing.push(...unread);
    open.later.push(...works);
  } else take(open, batch.id, batch.eventSeq, decided);
}

function noted(missing: Version[], version: Version): undefined {
  missing.push(version);
}

export const versionKey = ({ name, version }: Version): string => `${name}/${version}`;

function take(
  open: Open,
  batchId: BatchId,
  eventSeq: number,
  { decision, works, later }: DecidedBatch,
): void {
  const seq = eventSeq + decision.events.length;
  if (changesRows(decision)) open.writes.push({ batchId, decision });
  for (const message of decision.publish) open.publish.push(message);
  open.nextIds = decision.nextIds;
  open.more ||= decision.more !== null || later.length > 0;
  open.drained ||= decision.notices.length > 0;
  open.later.push(...later);
  for (let index = 0; index < works.length; index += 1) {
    const work = works[index];
    const verdict = decision.verdicts[index];
    if (work === undefined || verdict === undefined) throw new Error("an input has no verdict");
    decidedOne(open, work, verdict, seq);
  }
}

const changesRows = ({ patches, inserts, counters, bulk, events, attention }: Decision): boolean =>
  patches.length > 0 ||
  counters.length > 0 ||
  inserts.length > 0 ||
  events.length > 0 ||
  bulk.length > 0 ||
  attention.length > 0;

function decidedOne(open: Open, work: Work, verdict: Verdict, seq: number): void {
  const { item, aside } = work;
  const { lock, answer } = item;
  if (lock !== undefined) open.settle.push(settlementOf(lock, verdict, aside));
  if (answer !== undefined) {
    const { actor, key, requestHash, respond } = answer;
    const told = aside === null ? verdict : { refused: "set-aside" };
    open.remember.push({ actor, key, requestHash, response: respond(told, seq) });
  }
  const handled: Handled =
    aside === null ? { kind: "decided", verdict, seq } : { kind: "set-aside", reason: aside };
  open.answers.push({ work, handled });
}

type Lock = NonNullable<Work["item"]["lock"]>;

function settlementOf(lock: Lock, verdict: Verdict, aside: string | null): Settlement {
  if (aside !== null) return deadLetter(lock, "set-aside", aside);
  return typeof verdict === "object" && "deadLetter" in verdict
    ? deadLetter(lock, "refused", verdict.deadLetter)
    : { kind: "complete", lock };
}

const deadLetter = (lock: Lock, reason: string, description: string): Settlement => ({
  kind: "dead-letter",
  lock,
  reason,
  description,
});

/** A message about a batch that never was, or is gone: kept for a person. */
function unknownBatch(open: Open, work: Work): void {
  const { lock } = work.item;
  if (lock !== undefined)
    open.settle.push(deadLetter(lock, "unknown-batch", "no batch has this id"));
  open.answers.push({ work, handled: { kind: "unknown-batch" } });
}
