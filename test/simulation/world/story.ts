/** What happens to the platform from outside, at the times the plan says: the table changes, the
 *  weather turns, somebody talks nonsense on the bus. */

import type { Outgoing } from "../../../runtime/bus/message.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { WORKER_IDS, workerManifests } from "./functions.ts";
import { ADMINS } from "./people.ts";
import type { Churn, RogueWord } from "./plan.ts";
import { RUNBOOK } from "./runbook-pool.ts";
import { isImmediate } from "./shape.ts";
import { START_MS, type World } from "./world.ts";

const MINUTE_MS = 60_000;

const startOf = (minutes: number): number => START_MS + minutes * MINUTE_MS;

/** Whoever is in the plan is in the table from the beginning. */
export function fillTable({ plan, table }: World): void {
  for (const { key, startMin } of plan.members) table.put(key, startOf(startMin));
}

export function tellStory(world: World): void {
  const { plan, kernel } = world;
  for (const churn of plan.churn) kernel.after(churn.atMs, () => happen(world, churn));
  kernel.after(plan.storyMs, () => {
    if (plan.isCalmed) calm(world);
  });
}

/** From now on nothing goes wrong. What is down comes up by itself; a worker with a function that
 *  hangs is started anew by somebody. */
function calm(world: World): void {
  const { fates, table, outage, kernel, hosts, hung, plan } = world;
  fates.stop();
  for (const host of hosts) if (hung.has(host.name)) host.crash();
  table.setMood("well");
  outage.store = false;
  outage.bus = false;
  kernel.note("calm");
  switchAutomation(world, true);
  world.hub.onRegister(WORKER_IDS);
  void world.base.own.workers.register(workerManifests, []);
  const offAgainMs = 3 * plan.tickMs;
  if (plan.seed % 3 === 0) kernel.after(offAgainMs, () => switchAutomation(world, false));
}

/** What had waited for a look into the source gets one; then it may be off again: nothing that is
 *  under way depends on it (R25). */
function switchAutomation({ base }: World, enabled: boolean): void {
  void base.own.runbooks.setAutomation(RUNBOOK, enabled, ADMINS[0], []);
}

function happen(world: World, churn: Churn): void {
  const { table, kernel, hosts, reached, fates } = world;
  kernel.note(churn.kind);
  switch (churn.kind) {
    case "add":
    case "move":
      if (churn.kind === "move" && !table.has(churn.key)) return;
      table.put(churn.key, startOf(churn.startMin));
      reached(`source-${churn.kind}`);
      return;
    case "glimpse":
      table.glimpse(churn.key, startOf(churn.startMin));
      reached("source-glimpse");
      return;
    case "return":
      if (table.has(churn.key)) return;
      table.put(churn.key, table.startOf(churn.key) ?? startOf(12));
      reached("source-return");
      return;
    case "remove":
      table.drop(churn.key);
      return;
    case "refresh":
      table.refresh(churn.key);
      return;
    case "blur":
      table.blur(churn.key);
      reached("source-unreadable-row");
      return;
    case "source":
      if (fates.areOn()) table.setMood(churn.mood);
      reached(`source-${churn.mood}`);
      return;
    case "outage":
      breakDown(world, churn.of, churn.forMs);
      return;
    case "clock-step":
      hosts[churn.pick % hosts.length]?.stepClock(churn.byMs);
      reached(churn.byMs < 0 ? "clock-stepped-back" : "clock-stepped-ahead");
      return;
    case "store-clock":
      setStoreClock(world, churn.byMs);
      return;
    case "connection-lost":
      loseConnection(world, hosts[churn.pick % hosts.length]?.name ?? "");
      return;
    case "rogue":
      if (fates.areOn()) talkNonsense(world, churn.says, churn.pick);
  }
}

/** How long nothing was wrong counts from here: whatever is due by the other clock is late. */
function setStoreClock({ clock, hub, outage, kernel, reached }: World, byMs: number): void {
  clock.setBy(byMs);
  hub.onClockSet(byMs);
  outage.lastMs = kernel.now();
  reached(byMs < 0 ? "store-clock-set-back" : "store-clock-set-ahead");
}

/** What the host had goes back at once; the host itself goes on and does not know. */
function loseConnection({ connections, broker, reached, hub }: World, name: string): void {
  connections.get(name)?.();
  broker.hostDied(name);
  hub.onUnsure(name);
  reached("connection-lost");
}

function breakDown(
  { outage, kernel, fates, reached }: World,
  of: "store" | "bus",
  ms: number,
): void {
  if (!fates.areOn()) return;
  outage[of] = true;
  outage.lastMs = kernel.now() + ms;
  reached(`${of}-outage`);
  kernel.after(ms, () => {
    outage[of] = false;
  });
}

const ROGUE_TOPICS: ReadonlyMap<RogueWord, string> = new Map([
  ["unknown-type", "orchestrator-events"],
  ["bad-job", "worker-jobs"],
  ["gone", "orchestrator-events"],
]);

/** Somebody who may publish and should not: broken, foreign or repeated messages. */
function talkNonsense(world: World, says: RogueWord, pick: number): void {
  const { broker, reached, hub } = world;
  const topic = ROGUE_TOPICS.get(says) ?? "worker-results";
  const message = nonsense(world, says, pick);
  if (message === null) return;
  reached(`rogue-${says}`);
  hub.onPublish("rogue", topic, [message]);
  const line = broker.connect("rogue");
  void line.publish(topic, [message]);
  // Long after, when whoever left may be back.
  const isKnown = world.plan.faults.duplicateWindow;
  const againMs = isKnown ? 11 * MINUTE_MS : (1 + (pick % 7)) * MINUTE_MS;
  if (says === "gone") world.kernel.after(againMs, () => void line.publish(topic, [message]));
}

/** Word from elsewhere that a member has left, which the source does not say. */
function wordOfLeaving({ mirror }: World, messageId: MessageId, pick: number): Outgoing | null {
  const batches = [...mirror.all()].filter(({ batch }) => batch.activeMembers > 0);
  const rows = batches[pick % Math.max(1, batches.length)];
  const active = [...(rows?.members.values() ?? [])].filter(({ status }) => status === "active");
  const member = active[pick % Math.max(1, active.length)];
  if (rows === undefined || member === undefined) return null;
  const { id: batchMemberId, key: memberKey } = member;
  const body = JSON.stringify({ batchId: rows.batch.id, batchMemberId, memberKey });
  return { messageId, properties: { MessageType: "member-removed" }, body };
}

function nonsense(world: World, says: RogueWord, pick: number): Outgoing | null {
  const messageId = MessageId.parse(`rogue-${says}-${pick}-${world.kernel.now()}`);
  const properties = {};
  switch (says) {
    case "malformed":
      return { messageId, properties, body: "{ not json" };
    case "no-correlation":
      return { messageId, properties, body: JSON.stringify({ jobId: "x", status: "Success" }) };
    case "bad-job": {
      const WorkerId = WORKER_IDS[pick % WORKER_IDS.length] ?? "";
      return { messageId, properties: { WorkerId }, body: "{}" };
    }
    case "gone":
      return wordOfLeaving(world, messageId, pick);
    case "unknown-type":
      return { messageId, properties: { MessageType: "gossip" }, body: "{}" };
    case "foreign":
      return { messageId, properties, body: resultFor(world, 900_000 + pick, 1, 1) };
    case "repeat": {
      const rows = [...world.mirror.all()];
      const batch = rows[pick % Math.max(1, rows.length)];
      const executions = [...(batch?.executions.values() ?? [])];
      const row = executions[pick % Math.max(1, executions.length)];
      if (batch === undefined || row === undefined || row.kind !== "step") return null;
      return { messageId, properties, body: resultFor(world, row.id, row.attempt, batch.batch.id) };
    }
  }
}

/** A forged success of a first poll: for an attempt that is over, or not out. */
function resultFor({ plan }: World, id: number, attempt: number, batchId: number): string {
  const round = attempt === 1 ? "attempt-1" : `retry-${attempt - 1}`;
  return JSON.stringify({
    jobId: `step-${id}-${round}-poll-99`,
    status: "Success",
    result: { Value: isImmediate(plan.shape) ? "forged" : "made" },
    correlationData: {
      stepExecutionId: id,
      isInitStep: false,
      runbookName: "simulated",
      runbookVersion: 1,
      batchId,
    },
  });
}
