/** Bugs in the scheduler: leases, sources, members who come, move and leave. */
import type { Mutant } from "../mutant.ts";

export const SCHEDULING: readonly Mutant[] = [
  {
    id: "cut-off-answer-counts-as-whole",
    file: "runtime/scheduler/discover.ts",
    find: "    tellsMissing: answer.end.complete,",
    replace: "    tellsMissing: true,",
    breaks: "A cut-off answer makes members missing.",
    proves: ["R32", "I24"],
  },
  {
    id: "cut-off-answer-removes",
    file: "runtime/scheduler/discover.ts",
    find: `      complete: answer.end.complete,
      unplaced: read.unplaced,`,
    replace: `      complete: answer.end.complete || known.members.length > 3,
      unplaced: read.unplaced,`,
    breaks: "A cut-off answer removes members.",
    proves: ["R32", "I24"],
  },
  {
    id: "first-absence-is-enough",
    file: "runtime/scheduler/known-batches.ts",
    find: "    misses: misses.get(key) ?? 0,",
    replace: "    misses: misses.get(key) ?? Number(misses.size > 0),",
    breaks: "Once somebody is missing, whoever is missing next is removed at once.",
    proves: ["R32", "I24"],
  },
  {
    id: "batched-again-and-again",
    file: "runtime/scheduler/further-facts.ts",
    find: "    for (const key of found.value) before.push(membershipBefore(key));",
    replace: `    for (const key of [...found.value].slice(0, 2)) before.push(membershipBefore(key));`,
    breaks: "Of rows whose members are done, all but two are batched again at every tick.",
    proves: ["R34", "I25"],
  },
  {
    id: "mover-does-not-wait",
    file: "runtime/scheduler/plan-tick.ts",
    find: "    waitsFor: placed.waitsFor === null ? leaves : batchOf(placed.waitsFor),",
    replace: `    waitsFor:
      placed.waitsFor === null || placed.generation > 1 ? leaves : batchOf(placed.waitsFor),`,
    breaks: "A member who returns does not wait for the batch that still undoes its work.",
    proves: ["R36", "I18"],
  },
  {
    id: "tick-key-of-the-hour",
    file: "runtime/scheduler/discover.ts",
    find: "immediateBatch(live.value, looking.tickAt, looking.hand.lease.token);",
    replace: "immediateBatch(live.value, looking.tickAt, Math.floor(looking.tickAt.getMinutes() / 10));",
    breaks: "Ticks of ten minutes share one immediate batch, ended or not.",
    proves: ["R33", "R35"],
  },
  {
    id: "stale-scheduler-commits",
    file: "runtime/scheduler/hand.ts",
    find: "    const handled = await hand.engine.handle(portion.map(itemOf), hand.lease);",
    replace: `    const under = portion.length > 1 ? undefined : hand.lease;
    const handled = await hand.engine.handle(portion.map(itemOf), under);`,
    breaks: "A scheduler that lost its lease goes on with orders in groups.",
    proves: ["R42", "I32"],
  },
  {
    id: "unreadable-row-is-no-row",
    file: "runtime/scheduler/read-rows.ts",
    find: `    if (list !== null || place === null || typeof place === "string") unplaced.add(key);`,
    replace: `    if (list !== null || typeof place === "string") unplaced.add(key);
    else if (place === null) continue;`,
    breaks: "Who has no time in the source counts as gone from it.",
    proves: ["R44", "R32"],
  },
  {
    id: "batch-found-and-never-begun",
    file: "runtime/scheduler/carry-out.ts",
    find: "beginBatches(carrying.hand, [...carrying.unbegun, ...made.value.values()]);",
    replace: "beginBatches(carrying.hand, [...made.value.values()]);",
    breaks: "A batch whose first tick was cut off before anybody joined is never begun.",
    proves: ["R03", "I1"],
  },
  {
    id: "sources-wait-for-automation",
    file: "runtime/engine/sweep.ts",
    find: "    const items = [...due.value.items];",
    replace: `    const active = await store.runbooks.allActive();
    const isOn = !active.ok || active.value.every(({ lastError }) => lastError === null);
    const items = isOn ? [...due.value.items] : [];`,
    breaks: "While a source fails nothing that is due is looked at.",
    proves: ["R25", "I15"],
  },
  {
    id: "due-by-the-hosts-clock",
    file: "runtime/engine/decide-unit.ts",
    find: "else decideRows(deciding, open, rows, ofBatch, loaded.now);",
    replace: "else decideRows(deciding, open, rows, ofBatch, deciding.now());",
    breaks: "What is due is decided by the clock of the host.",
    proves: ["R43", "I36", "I15"],
  },
];
