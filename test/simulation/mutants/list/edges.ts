/** Bugs at the edges: workers, the orchestrator's intake, limits, orders. */
import type { Mutant } from "../mutant.ts";

export const EDGES: readonly Mutant[] = [
  {
    id: "jobs-settled-before-their-results",
    file: "runtime/worker/send-in-turn.ts",
    find: `    const published = await publishAll(parts, kept.value);
    if (!published.ok) return published;`,
    replace: `    if (reports.length > 1) await settleAll(parts, kept.value);
    const published = await publishAll(parts, kept.value);
    if (!published.ok) return published;`,
    breaks: "A worker settles several jobs at once before their results are published.",
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
    id: "twins-run-side-by-side",
    file: "runtime/worker/jobs.ts",
    find: "    if (!inHand.take(job.value.jobId, held)) return [];",
    replace: `    const isFirst = inHand.take(job.value.jobId, held);
    if (!isFirst && job.value.attempt === 1) return [];`,
    breaks: "A job of a later attempt that is delivered twice runs twice at once.",
    proves: ["R07", "R12", "I6"],
  },
  {
    id: "ledger-forgets-late-jobs",
    file: "runtime/worker/answering.ts",
    find: "      const isKept = manifest !== null && needsLedger(manifest);",
    replace: `      const isQuick = (ran?.durationMs ?? 0) < 3_000;
      const isKept = manifest !== null && needsLedger(manifest) && isQuick;`,
    breaks: "What slow functions answered is not kept: delivered again they have no known end.",
    proves: ["R08", "R09", "I6"],
  },
  {
    id: "bus-outage-uses-up-deliveries",
    file: "runtime/orchestrator/take-group.ts",
    find: "    if (left.length > 0) await pause(clock, pauseMs(failures), ending);",
    replace: `    if (failures > 2) {
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
    id: "dead-letters-read-once",
    file: "runtime/orchestrator/dead-letters.ts",
    find: `    const told = await tell(parts, queue, fresh);
    if (!told.ok) return told;`,
    replace: `    for (const { sequenceNumber } of fresh) bookmark.known.add(sequenceNumber);
    const told = await tell(parts, queue, fresh);
    if (!told.ok) return told;`,
    breaks: "A dead letter read while the store was away never becomes an incident.",
    proves: ["R19", "R28", "I35"],
  },
  {
    id: "dealer-forgets-what-is-out",
    file: "runtime/orchestrator/deal.ts",
    find: "  let free = most - sum(shares.map((share) => Math.max(grantedOf(share), share.inUse)));",
    replace: "  let free = most - sum(shares.map((share) => Math.min(grantedOf(share), most)));",
    breaks: "A lowered share is dealt out again while its jobs are still out.",
    proves: ["limits"],
  },
  {
    id: "orders-are-not-recalled",
    file: "runtime/orchestrator/orders/desk.ts",
    find: "  return (await recall<Detail>(desk, kept)) ?? answer;",
    replace: "  return answer;",
    breaks: "The same order twice at once is answered in two ways.",
    proves: ["R17", "I16"],
  },
  {
    id: "incident-closed-before-its-letter-is-gone",
    file: "runtime/orchestrator/orders/incidents.ts",
    find: `    if (!removed) return unavailable("Somebody else holds the dead letter. Try again in a minute.");`,
    replace: `    if (!removed && how === "redriven") return unavailable("Somebody else holds the letter.");`,
    breaks: "An incident is closed while its dead letter is still in the queue.",
    proves: ["I35"],
  },
];
