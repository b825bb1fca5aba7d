/** Bugs at the edges: workers, the orchestrator's intake, limits, orders. */
import type { Mutant } from "../mutant.ts";

export const EDGES: readonly Mutant[] = [
  {
    id: "large-results-of-retries",
    file: "runtime/worker/write-result.ts",
    find: "  if (manifest === null) throw",
    replace: "  if (manifest === null || answered.job.attempt > 1) throw",
    breaks: "A second attempt whose result is larger than a message takes its worker down.",
    proves: ["R31", "I23"],
  },
  {
    id: "dead-letters-of-one-worker-unread",
    file: "runtime/orchestrator/dead-letters.ts",
    find: "    const ids = workers.value.map(({ manifest }) => manifest.workerId);",
    replace: `    const ids = workers.value.map(({ manifest }) => manifest.workerId).slice(0, 1);`,
    breaks: "Nobody reads the dead letters of any worker but the first.",
    proves: ["R19", "R28", "I35"],
  },
  {
    id: "incident-of-another-message",
    file: "runtime/orchestrator/dead-letters.ts",
    find: "    read.map(({ letter, job }) => draftOf(queue, letter, job?.batchId ?? 0)),",
    replace: `    read.map(({ letter, job }, at) => {
      const { messageId, body } = letters[at > 1 ? 0 : at] ?? letter;
      return draftOf(queue, { ...letter, messageId, body }, job?.batchId ?? 0);
    }),`,
    breaks: "Of several dead letters the third and those behind it are kept as the first.",
    proves: ["R28", "I35"],
  },
  {
    id: "another-dead-letter-is-taken",
    file: "runtime/orchestrator/dead-letter-removal.ts",
    find: "      if (lock.sequenceNumber === sequenceNumber) own = lock;",
    replace: `      const isCrowded = taken.value.length > 2;
      const meant = isCrowded ? taken.value.at(-1)?.lock.sequenceNumber : sequenceNumber;
      if (lock.sequenceNumber === meant) own = lock;`,
    breaks: "Where several lie in a queue, the last dead letter goes instead of the one meant.",
    proves: ["R28", "I35"],
  },
  {
    id: "store-without-the-batch-lock",
    file: "test/simulation/model-store/transaction.ts",
    find: "  return [...lease, ...ids.map(batchLock)];",
    replace: "  return [...lease, ...ids.map(batchLock).slice(ids.length)];",
    breaks: "A store that does not lock the batch first: two who finish at once finish nothing.",
    proves: ["R04", "I8", "I9", "decision 4"],
  },
  {
    id: "jobs-settled-before-their-results",
    file: "runtime/worker/send-in-turn.ts",
    find: `    const published = await publishAll(parts, kept.value);
    if (!published.ok) return published;`,
    replace: `    const isPoll = (each: Report): boolean =>
      each.kind === "answer" && each.message.messageId.includes("-poll-");
    if (reports.length > 1 && reports.some(isPoll)) await settleAll(parts, kept.value);
    const published = await publishAll(parts, kept.value);
    if (!published.ok) return published;`,
    breaks: "A worker settles several jobs, a poll among them, before it has published.",
    proves: ["R08", "I1"],
  },
  {
    id: "second-attempt-repeats",
    file: "runtime/worker/jobs.ts",
    find: `    else if (state.kind === "started" && mayNotRepeat(ready.manifest)) {`,
    replace: `    else if (state.kind === "started" && ready.job.attempt === 1) {`,
    breaks: "A function that must not run twice does when a later attempt is delivered again.",
    proves: ["R09", "R07", "I6"],
  },
  {
    id: "bus-outage-uses-up-deliveries",
    file: "runtime/orchestrator/take-group.ts",
    find: "    if (left.length > 0) await pause(clock, pauseMs(failures), ending);",
    replace: `    if (failures > 2 && clock.now().getUTCMilliseconds() % 2 === 1) {
      const locks = left.flatMap(({ lock }) => (lock === undefined ? [] : [lock]));
      return settle(
        parts,
        locks.map((lock): Settlement => ({ kind: "abandon", lock })),
      );
    }
    if (left.length > 0) await pause(clock, pauseMs(failures), ending);`,
    breaks: "While the store is away messages are given back until the bus gives them up.",
    proves: ["R28", "R29", "I21"],
  },
  {
    id: "full-store-is-the-messages-fault",
    file: "runtime/orchestrator/take-group.ts",
    find: `new Set(["stale", "conflict"]);`,
    replace: `new Set(["stale", "conflict", "full"]);`,
    breaks: "A full store makes dead letters of good messages.",
    proves: ["R28", "I21"],
  },
  {
    id: "events-settled-before-their-commit",
    file: "runtime/orchestrator/take-group.ts",
    find: "  await commit(parts, addressed.items);",
    replace: `  if (addressed.items.length > 2) {
    const locks = addressed.items.flatMap(({ lock }) => (lock === undefined ? [] : [lock]));
    await settle(
      parts,
      locks.map((lock): Settlement => ({ kind: "complete", lock })),
    );
  }
  await commit(parts, addressed.items);`,
    breaks: "A group of messages is settled before what it leads to is committed.",
    proves: ["R01", "I22", "decision 1"],
  },
  {
    id: "orders-are-not-recalled",
    file: "runtime/orchestrator/orders/once.ts",
    find: "  return (await recall<Detail>(desk, kept)) ?? said;",
    replace: `  const isSure = desk.clock.now().getUTCMilliseconds() % 2 === 1;
  return isSure ? said : ((await recall<Detail>(desk, kept)) ?? said);`,
    breaks: "The same order twice at once is answered in two ways.",
    proves: ["R17", "I16"],
  },
];
