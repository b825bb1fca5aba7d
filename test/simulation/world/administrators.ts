/** Two administrators who order things, each order once or several times under one key. They are
 *  a host like any other: it may die with an order half given, and then gives it again. */
import { MemberKey } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { FailureBudget } from "../../../runtime/domain/engine/rows.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import type { Asked } from "../../../runtime/orchestrator/orders/answer.ts";
import { type Orders, openOrders } from "../../../runtime/orchestrator/orders.ts";
import type { Life } from "../kernel/host.ts";
import type { BatchRows } from "../watch/commit.ts";
import { FUNCTIONS, WORKER_IDS, workerManifests } from "./functions.ts";
import { ADMINS } from "./people.ts";
import type { Order } from "./plan.ts";
import { portsOf } from "./ports.ts";
import { RUNBOOK, textOf } from "./runbook-pool.ts";
import { SHAPES } from "./shape.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

type Desk = { readonly orders: Orders; readonly engine: Engine };

const AGAIN_MS = 40_000;

export function addAdministrators(world: World): void {
  const { kernel, plan, addHost } = world;
  let desk: Desk | null = null;
  addHost("administrators", (life) => {
    desk = deskIn(world, life);
  });
  const late = plan.unregistered ?? null;
  if (late !== null) {
    const manifests = workerManifests.filter(({ workerId }) => workerId === late.workerId);
    // Every other time whoever registers it dies before telling anybody.
    const isTold = late.untilMs % 2 === 0;
    kernel.after(late.untilMs, () => {
      if (isTold) void desk?.engine.registerWorkers(manifests);
      else {
        world.hub.onRegister([late.workerId]);
        void world.base.own.workers.register(manifests, []);
      }
    });
  }
  plan.orders.forEach((order, index) => {
    const times = Array.from({ length: order.times }, (_, time) => order.atMs + time * AGAIN_MS);
    if (GIVEN_UNTIL_DONE.has(order.kind)) times.push(plan.storyMs + AGAIN_MS);
    for (const atMs of times) {
      kernel.after(atMs, () => {
        if (desk !== null) void give(world, desk, order, `key-${index}`);
      });
    }
  });
}

/** Cut off in the middle, these leave a letter without its incident until they are given again. */
const GIVEN_UNTIL_DONE: ReadonlySet<Order["kind"]> = new Set(["redrive", "discard"]);

function deskIn(world: World, life: Life): Desk {
  const { bus, split: store, engine } = portsOf(world, life);
  const { clock } = life;
  const owner = `${life.name}.${life.incarnation}`;
  return { engine, orders: openOrders({ store, engine, bus, clock, owner, wake: () => {} }) };
}

async function give(world: World, desk: Desk, order: Order, key: string): Promise<void> {
  const { kind, by } = order;
  world.kernel.note(`order ${kind}`);
  const asked: Asked = { actor: ADMINS[by % ADMINS.length] ?? "", idempotencyKey: key };
  const answer = await ordered(world, desk, order, asked);
  if (answer === null) return;
  const isFinal = answer.ok || answer.error.kind === "refused";
  world.reached(answer.ok ? `order-${kind}` : `order-${answer.error.kind}`);
  if (!isFinal) return;
  const response = JSON.stringify(answer);
  if (world.targets.get(key) !== undefined)
    world.hub.onAnswer({ actor: asked.actor, key, response });
}

type Answer = Awaited<ReturnType<Orders["cancel"]>>;

/** What an order is about is chosen when it is first given, and stays. */
async function ordered(
  world: World,
  desk: Desk,
  order: Order,
  asked: Asked,
): Promise<Answer | null> {
  const { kind, pick } = order;
  const key = asked.idempotencyKey ?? "";
  if (kind === "publish") return publish(world, desk, pick, asked.actor);
  if (kind === "automation-on" || kind === "automation-off") {
    await desk.engine.setAutomation(RUNBOOK, kind === "automation-on", asked.actor);
    return null;
  }
  const rows = at(likely([...world.mirror.all()], kind), pick);
  const target = world.targets.get(key) ?? chosen(order, rows);
  if (target === null) return null;
  world.targets.set(key, target);
  return target(desk.orders, asked);
}

async function publish(world: World, { engine }: Desk, pick: number, by: string): Promise<null> {
  const shape = (world.plan.shape + 4 * (1 + (pick % 5))) % SHAPES;
  const yaml = textOf(shape, world.plan.limits);
  const overdue = pick % 2 === 0 ? "rerun" : "ignore";
  const published = await engine.publishRunbook({
    yaml,
    publishedBy: by,
    overdue,
    rerunInit: pick % 3 === 0,
  });
  if (published.ok) world.reached("version-published");
  return null;
}

/** Batches the order may well be meant for; any, when there is none. */
function likely(batches: readonly BatchRows[], kind: Order["kind"]): readonly BatchRows[] {
  const meant = batches.filter(({ batch, attention, phases }) => {
    if (kind === "advance") return batch.isManual;
    if (kind === "set-budget") return batch.activeMembers > 0 && batch.budget === null;
    if (kind === "resume") return batch.paused;
    if (kind === "resume-phase") return [...phases.values()].some(({ paused }) => paused);
    if (kind === "retry-member" || kind === "retry-failed") return batch.failedMembers > 0;
    if (kind === "remove-member") return batch.activeMembers > 0;
    if (kind === "add-member") return batch.finalize === "running";
    if (kind === "retry-init") return batch.statusReason === "init_failed";
    if (kind === "approve-removals") return attention.has(`batch:${batch.id}:removals`);
    return true;
  });
  return meant.length > 0 ? meant : batches;
}

const at = <Item>(items: Iterable<Item>, pick: number): Item | undefined => {
  const all = [...items];
  return all[pick % Math.max(1, all.length)];
};

function chosen(order: Order, rows: BatchRows | undefined): Target | null {
  const { kind, pick } = order;
  if (kind === "set-limit" || kind === "lift-limit") return limit(kind, pick);
  if (kind === "manual-batch") return manualBatch(pick);
  const incidentId = 1 + (pick % 3);
  if (kind === "redrive") return ({ redrive }, asked) => redrive({ incidentId }, asked);
  if (kind === "discard") return ({ discard }, asked) => discard({ incidentId }, asked);
  if (rows === undefined) return null;
  const batchId = rows.batch.id;
  return (
    ofBatch(order, rows, batchId) ?? ofMembers(order, rows, batchId) ?? ofRows(order, rows, batchId)
  );
}

/** Who is added is mostly one who was there before. */
function ofMembers({ kind, pick }: Order, rows: BatchRows, batchId: BatchId): Target | null {
  const members = [...rows.members.values()];
  const of = (status: string) => members.filter((member) => member.status === status);
  if (kind === "remove-member") {
    const key = at(of("active"), pick)?.key;
    return key === undefined
      ? null
      : ({ removeMember }, asked) => removeMember({ batchId, key }, asked);
  }
  if (kind !== "add-member") return null;
  const key = at(of("removed"), pick)?.key ?? MemberKey.parse(`hand${pick % 3}@example.org`);
  const data = new Map([
    ["Key", String(key)],
    ["Note", `by hand ${pick}`],
  ]);
  const request = { batchId, members: [{ key, data }] };
  return ({ addMembers }, asked) => addMembers(request, asked);
}

const limit = (kind: "set-limit" | "lift-limit", pick: number): Target => {
  const key =
    pick % 2 === 0
      ? `worker:${WORKER_IDS[pick % WORKER_IDS.length]}`
      : `function:${FUNCTIONS[pick % FUNCTIONS.length]}`;
  return ({ setLimit }, asked) =>
    setLimit({ key, most: kind === "lift-limit" ? null : 1 + (pick % 3) }, asked);
};

const manualBatch =
  (pick: number): Target =>
  ({ createBatch }, asked) =>
    createBatch(
      {
        runbookName: RUNBOOK,
        members: Array.from({ length: pick % 4 }, (_, each) => {
          const key = `manual${(pick + each) % 7}@example.org`;
          const data = new Map([
            ["Key", key],
            ["Note", "by hand"],
          ]);
          return { key: MemberKey.parse(key), data };
        }),
      },
      asked,
    );

const PERCENTS = [0, 20, 34, 50] as const;

/** So many members, or a share of those done in a phase, or whichever comes first. */
function budgetOf(pick: number): FailureBudget {
  const failedPercentMax = PERCENTS[pick % PERCENTS.length] ?? null;
  const sampleMin = 1 + (Math.floor(pick / 4) % 4);
  if (pick % 3 === 0) return { failedMax: 1, failedPercentMax: null, sampleMin: 1 };
  return { failedMax: pick % 3 === 1 ? null : 2, failedPercentMax, sampleMin };
}

function ofBatch({ kind, pick }: Order, { batch }: BatchRows, batchId: BatchId): Target | null {
  switch (kind) {
    case "pause":
      return ({ pause }, asked) =>
        pause({ batchId }, pick % 3 === 0 ? { ...asked, ifSeq: batch.eventSeq } : asked);
    case "resume":
      return ({ resume }, asked) => resume({ batchId }, asked);
    case "retry-failed":
      return ({ retryFailed }, asked) => retryFailed({ batchId }, asked);
    case "retry-init":
      return ({ retryInit }, asked) => retryInit({ batchId }, asked);
    case "cancel":
      return ({ cancel }, asked) => cancel({ batchId }, asked);
    case "advance":
      return ({ advance }, asked) => advance({ batchId }, asked);
    case "approve-removals":
      return ({ approveRemovals }, asked) => approveRemovals({ batchId }, asked);
    case "set-budget":
      return ({ setBudget }, asked) => setBudget({ batchId, budget: budgetOf(pick) }, asked);
    default:
      return null;
  }
}

function ofRows({ kind, pick }: Order, rows: BatchRows, batchId: BatchId): Target | null {
  const paused = [...rows.phases.values()].filter((phase) => phase.paused);
  const toResume = kind === "resume-phase" ? at(paused, pick)?.id : undefined;
  const phaseId = toResume ?? at(rows.phases.keys(), pick);
  const failed = at(
    [...rows.members.values()].filter(({ status }) => status === "failed"),
    pick,
  );
  const all = [...rows.executions.values()];
  const held = all.filter((row) => row.held);
  const failures = all.filter(({ status }) => status === "failed");
  const step = at(held, pick) ?? at(failures, pick) ?? at(all, pick);
  const executionId = step?.id;
  const reason = "as told";
  if (kind === "pause-phase" && phaseId !== undefined) {
    return ({ pause }, asked) => pause({ batchId, phaseId }, asked);
  }
  if (kind === "resume-phase" && phaseId !== undefined) {
    return ({ resume }, asked) => resume({ batchId, phaseId }, asked);
  }
  if (kind === "retry-member" && failed !== undefined) {
    const { id: memberId } = failed;
    return ({ retryMember }, asked) => retryMember({ batchId, memberId }, asked);
  }
  if (executionId === undefined) return null;
  if (kind === "retry-step") return (o, asked) => o.retryStep({ batchId, executionId }, asked);
  if (kind === "fail-step")
    return (o, asked) => o.failStep({ batchId, executionId, reason }, asked);
  if (kind === "skip-step")
    return (o, asked) => o.skipStep({ batchId, executionId, reason }, asked);
  return null;
}
