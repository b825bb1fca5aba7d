/** Bugs in single mechanisms that others stand behind: the order of commit and publish, claims,
 *  unique keys, the registry of workers, empty phases, fences, renewals. */
import type { Mutant } from "../mutant.ts";

const ENGINE = "runtime/domain/engine";
/** Now and then: what unit tests do happens on the full second. */
const ODD = "d.now.getUTCMilliseconds() % 2 === 1";
const EVEN = "d.now.getUTCMilliseconds() % 2 === 0";

export const MECHANISMS: readonly Mutant[] = [
  {
    id: "published-before-the-commit",
    file: "runtime/outbox/split.ts",
    find: "          unit = decide(loaded);",
    replace: `          unit = decide(loaded);
          const isHasty = loaded.now.getUTCMilliseconds() % 2 === 1;
          for (const { topic, envelope } of isHasty ? unit.publish : [])
            void bus.publish(topic, [envelope]);`,
    breaks: "Now and then a job goes out before its step is dispatched: its answer may come first.",
    proves: ["R02", "decision 1"],
  },
  {
    id: "claimed-for-a-moment",
    file: "runtime/outbox/relay.ts",
    find: "  const claimed = await store.outbox.claim(owner, claimMs, most);",
    replace: `  const isHasty = parts.clock.now().getUTCMilliseconds() % 2 === 1;
  const claimed = await store.outbox.claim(owner, isHasty ? 1 : claimMs, most);`,
    breaks: "Now and then what one relay publishes another may publish at the same time.",
    proves: ["R07"],
  },
  {
    id: "claimed-row-given-again",
    file: "test/simulation/model-store/outbox.ts",
    find: ".filter((row) => row.claimedUntil <= now)",
    replace: ".filter((row) => row.claimedUntil <= now || row.id % 16 === 15)",
    breaks: "A store that gives some rows to a relay while their host publishes them.",
    proves: ["R07"],
  },
  {
    id: "member-held-twice",
    file: "test/simulation/model-store/member-rows.ts",
    find: "  if (holds) claimKey(change, key, row.id);",
    replace: `  const isFree = change.tables.unique.get(key) === undefined;
  if (holds && (isFree || row.id < 4)) claimKey(change, key, row.id);
  else if (holds) return;`,
    breaks:
      "A store without the key that keeps a member in one batch: two who ask at once get him.",
    proves: ["R35", "I2"],
  },
  {
    id: "same-key-another-batch",
    file: "test/simulation/model-store/batches.ts",
    find: "  if (found !== undefined) return { id: found, made: false };",
    replace: "  if (found !== undefined && found < 2) return { id: found, made: false };",
    breaks: "A store without the key of a batch: an order that is given again makes another one.",
    proves: ["R16", "R35", "I2"],
  },
  {
    id: "taken-key-answers-anew",
    file: "test/simulation/model-store/transact.ts",
    find: `    const key = keyOf(answer.actor, answer.key);
    if (tables.answers.has(key)) refuse`,
    replace: `    const key = keyOf(answer.actor, answer.key);
    if (tables.answers.has(key) && now.getUTCMilliseconds() % 2 === 0) refuse`,
    breaks: "A store without the key of answers: the same order twice at once takes effect twice.",
    proves: ["R16", "R17", "I16"],
  },
  {
    id: "jobs-for-unknown-workers",
    file: `${ENGINE}/send.ts`,
    find: "  const offered = d.world.workers.get(step.workerId);",
    replace: `  const others = ${ODD} ? [...d.world.workers.values()] : [];
  const offered = d.world.workers.get(step.workerId) ?? others[0];`,
    breaks: "Now and then a job goes to a worker that is not registered, and may vanish.",
    proves: ["R20"],
  },
  {
    id: "empty-phase-never-ends",
    file: `${ENGINE}/open-phase.ts`,
    find: "  d.agenda.phases.add(phaseId);",
    replace: `  if (activeMembers > 0 || ${EVEN}) d.agenda.phases.add(phaseId);`,
    breaks: "Now and then a phase that begins with nobody in it waits for a member to end it.",
    proves: ["R23", "I9"],
  },
  {
    id: "cancel-passes-over-who-waits",
    file: "test/simulation/model-store/write-decision.ts",
    find: "    if (isOpenStep(row.status)) return",
    replace: `    const isBetween = row.retryCount > 0 || row.pollCount > 0;
    if (isBetween && !row.outstanding && !row.held) return null;
    if (isOpenStep(row.status)) return`,
    breaks: "A store whose cancelling of a whole batch forgets whoever is between two tries.",
    proves: ["R27", "R24", "I11"],
  },
  {
    id: "orchestrator-renews-too-late",
    file: "runtime/orchestrator/held-locks.ts",
    find: "    alarm = clock.at(new Date(clock.now().getTime() + RENEW_MS), () => {",
    replace: `    const isLate = clock.now().getUTCMilliseconds() !== 0;
    const waitMs = isLate ? 2 * LOCK_MS : RENEW_MS;
    alarm = clock.at(new Date(clock.now().getTime() + waitMs), () => {`,
    breaks: "While the store is away locks run out, and messages use up their deliveries.",
    proves: ["R30", "R28", "I21"],
  },
  {
    id: "worker-renews-too-late",
    file: "runtime/worker/held-locks.ts",
    find: "    alarm = clock.at(new Date(clock.now().getTime() + RENEW_MS), () => {",
    replace: `    const isLate = clock.now().getUTCMilliseconds() !== 0;
    const waitMs = isLate ? 2 * LOCK_MS : RENEW_MS;
    alarm = clock.at(new Date(clock.now().getTime() + waitMs), () => {`,
    breaks: "A job that takes longer than a lock is given to another worker beside it.",
    proves: ["R30", "I4"],
  },
  {
    id: "answers-forgotten-in-the-same-breath",
    file: "runtime/engine/forgetting.ts",
    find: "    const before = new Date(now.getTime() - KEPT_MS);",
    replace: `    const isHasty = lookedAt % 2 === 1;
    const before = new Date(now.getTime() - (isHasty ? 0 : KEPT_MS));`,
    breaks: "What was answered a moment ago is sometimes forgotten with what is a month old.",
    proves: ["R12", "I16"],
  },
];
