/** Checks one state: whatever has not ended has exactly one reason of the closed set, and doing
 *  what the root of its chain says moves that root at once, and the thing itself before long. */
import { REASON_KINDS } from "../../../runtime/contract/reasons.ts";
import type { World } from "../../../runtime/domain/engine/world.ts";
import { type Explanation, explain, rootOf } from "../../../runtime/domain/why/explain.ts";
import type { Reason } from "../../../runtime/domain/why/reason.ts";
import { answered, type Done, give, waited } from "./doing.ts";
import { untoldPause } from "./paused-told.ts";
import { factsOf, type State } from "./states.ts";
import { isOver, lookOfThing, type Thing, thingsOf } from "./things.ts";

export type Found = {
  things: number;
  open: number;
  readonly kinds: Map<string, number>;
  readonly wrong: string[];
};

export const nothingFound = (): Found => ({ things: 0, open: 0, kinds: new Map(), wrong: [] });

const KINDS: ReadonlySet<string> = new Set(REASON_KINDS);
const WRONG_MAX = 20;

export function checkState(found: Found, state: State): void {
  for (const world of state.worlds.values()) checkBatch(found, state, world);
}

function checkBatch(found: Found, state: State, world: World): void {
  const facts = factsOf(state, world, state.now);
  const tried = new Set<string>();
  for (const thing of thingsOf(world)) {
    found.things += 1;
    const complain = (text: string): void => {
      if (found.wrong.length < WRONG_MAX)
        found.wrong.push(`seed ${state.seed}, ${nameOf(world, thing)}: ${text}`);
    };
    const explanation = explain(facts, thing);
    if (explanation === null) {
      complain("has no reason");
      continue;
    }
    const { reason } = explanation;
    if (!KINDS.has(reason.kind)) complain(`${reason.kind} is no kind`);
    if (reason.text.length === 0) complain(`${reason.kind} says nothing`);
    if (isOver(world, thing)) {
      // Its steps are over; somebody is still asked about it.
      const isAsked = reason.kind === "needs-attention" || reason.kind === "removal-held";
      if (reason.kind !== "over" && !isAsked) complain(`is over, and yet ${reason.kind}`);
      continue;
    }
    found.open += 1;
    found.kinds.set(reason.kind, (found.kinds.get(reason.kind) ?? 0) + 1);
    if (reason.kind === "over") complain("is not over");
    const untold = untoldPause(world, thing, explanation);
    if (untold !== null) complain(untold);
    for (const said of repeatedIn(explanation)) complain(`says twice: ${said}`);
    const root = rootOf(explanation);
    const like = `${thing.kind} ${reason.kind} ${root.kind}`;
    if (tried.has(like)) continue;
    tried.add(like);
    tryRoot(state, world, root, complain);
    follow(state, world, thing, complain);
  }
}

/** Sentences that an earlier line of the chain has said already. */
function repeatedIn({ reason, chain }: Explanation): readonly string[] {
  const lines = [reason, ...chain];
  const isSaid = ({ text, subject }: Reason, line: number): boolean =>
    lines
      .slice(0, line)
      .some((before) =>
        before.text === text ? before.subject.name === subject.name : before.text.includes(text),
      );
  return lines.filter(isSaid).map(({ text }) => text);
}

const nameOf = ({ batch }: World, thing: Thing): string =>
  `batch ${batch.id}${thing.kind === "batch" ? "" : ` ${thing.kind} ${thing.id}`}`;

/** Everything the root says may be done, each alone, moves what the root is about. */
function tryRoot(state: State, world: World, root: Reason, complain: (text: string) => void): void {
  const own = worldOfRoot(state, world, root);
  if (own === null || root.subject.kind === "runbook") {
    complain(`the root ${root.kind} is in no known batch`);
    return;
  }
  const subject = root.subject;
  const before = lookOfThing(own, subject);
  const ways = waysOf(own, root, state.now);
  if (ways.length === 0) complain(`nothing is said to move ${root.kind}: ${root.text}`);
  for (const { how, done } of ways) {
    const isMoved = lookOfThing(done.world, subject) !== before;
    if (!isMoved) complain(`${how} does not move ${root.kind} (${JSON.stringify(done.verdict)})`);
  }
}

const ANSWER = "an answer";

type Way = { readonly how: string; readonly done: Done };

function waysOf(world: World, root: Reason, now: Date): readonly Way[] {
  const ways: Way[] = [];
  for (const order of root.orders) {
    const done = give(world, order, now);
    if (done !== null) ways.push({ how: order.order, done });
  }
  if (root.at !== null) ways.push({ how: "its time", done: waited(world, root, now) });
  if (root.kind === "at-worker" || root.kind === "draining") {
    ways.push({ how: ANSWER, done: answered(world, root, now) });
  }
  return ways;
}

const worldOfRoot = (state: State, world: World, { subject }: Reason): World | null => {
  if (subject.kind === "runbook") return null;
  return subject.batchId === world.batch.id ? world : (state.worlds.get(subject.batchId) ?? null);
};

/** More than any thing of a simulated batch needs. */
const ROUNDS_MAX = 600;

/** Does what is said again and again, until the thing itself has moved. */
function follow(state: State, world: World, thing: Thing, complain: (text: string) => void): void {
  const before = lookOfThing(world, thing);
  let then: State = state;
  let last = "";
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const present = then.worlds.get(world.batch.id) ?? world;
    if (isOver(present, thing) || lookOfThing(present, thing) !== before) return;
    const explanation = explain(factsOf(then, present, then.now), thing);
    if (explanation === null) return;
    const root = rootOf(explanation);
    const own = worldOfRoot(then, present, root);
    last = `${root.kind}: ${root.text}`;
    if (own === null) break;
    const ways = waysOf(own, root, then.now);
    const way = ways.find(({ how }) => how === ANSWER) ?? ways[0];
    if (way === undefined) break;
    const { world: next, now } = way.done;
    then = { ...then, now, worlds: new Map([...then.worlds, [next.batch.id, next]]) };
  }
  complain(`is not moved by doing what is said; at last ${last}`);
}
