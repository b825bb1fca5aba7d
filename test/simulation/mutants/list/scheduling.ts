/** Bugs in the scheduler: leases, sources, members who come, move and leave. */
import type { Mutant } from "../mutant.ts";

export const SCHEDULING: readonly Mutant[] = [
  {
    id: "everybody-may-leave",
    file: "runtime/scheduler/discover.ts",
    find: "  const diff = diffMembers(input.value);",
    replace: `  const isOdd = looking.tickAt.getUTCMilliseconds() % 2 === 1;
  const everybody = new Set(known.value.members.map(({ key }) => key));
  const diff = diffMembers(
    isOdd ? { ...input.value, approvedRemovals: everybody } : input.value,
  );`,
    breaks: "Now and then all removals count as approved.",
    proves: ["R32", "I24"],
  },
  {
    id: "who-is-through-is-undone",
    file: "runtime/scheduler/further-facts.ts",
    find: "  return inPortions(leaving, discovery.through);",
    replace: "  return inPortions(leaving.slice(members.length % 2), discovery.through);",
    breaks: "Of an odd number, the first who leaves is never taken for one who is through.",
    proves: ["R32", "I24"],
  },
  {
    id: "absences-noted-last",
    file: "runtime/scheduler/carry-out.ts",
    find: `  const noted = await noteAbsences(carrying, plan);
  if (!noted.ok) return noted;
  const held = await holdRemovals(carrying, plan.holds);
  if (!held.ok) return held;
  const joined = await joinMembers(carrying, plan.arrivals, made.value, removals.value);
  if (!joined.ok) return joined;`,
    replace: `  const held = await holdRemovals(carrying, plan.holds);
  if (!held.ok) return held;
  const joined = await joinMembers(carrying, plan.arrivals, made.value, removals.value);
  if (!joined.ok) return joined;
  const noted = await noteAbsences(carrying, plan);
  if (!noted.ok) return noted;`,
    breaks: "Who is missing is kept in mind only after others have come in their place.",
    proves: ["R32", "I24"],
  },
  {
    id: "mover-does-not-wait",
    file: "runtime/scheduler/carry-out.ts",
    find: "const waitsFor = left === null || left === batchId ? arrival.waitsFor : left;",
    replace: `const isCrowded = carrying.batchIds.size > 1;
    const busyWith = left === null || left === batchId ? arrival.waitsFor : left;
    const waitsFor = isCrowded ? null : busyWith;`,
    breaks: "Where there are several batches, one who moves does not wait for the one it leaves.",
    proves: ["R36", "I18"],
  },
  {
    id: "immediate-batches-are-planned",
    file: "runtime/scheduler/discover.ts",
    find: `  const mode = source.batchTime.kind === "immediate" ? "immediate" : "scheduled";`,
    replace: `  const isSmall = known.members.length < 4;
  const mode = source.batchTime.kind === "immediate" && isSmall ? "immediate" : "scheduled";`,
    breaks: "With more than three members an immediate runbook is compared like a planned one.",
    proves: ["R33", "R34", "I25"],
  },
  {
    id: "automation-off-stops-what-is-due",
    file: "runtime/engine/sweep.ts",
    find: "    const items = [...due.value.items];",
    replace: `    const active = await store.runbooks.allActive();
    const names = active.ok ? active.value.map(({ name }) => name) : [];
    const settings = await Promise.all(names.map((name) => store.runbooks.automation(name)));
    const isOff = settings.some((each) => each.ok && each.value?.enabled === false);
    const items = isOff ? [] : [...due.value.items];`,
    breaks: "While automation is off nothing that is due is looked at.",
    proves: ["R25", "I15"],
  },
  {
    id: "cut-off-answer-removes",
    file: "runtime/scheduler/discover.ts",
    find: "  const input = await diffInput(looking, known.value, rows, answer, read);",
    replace: `  const isTrusting = looking.tickAt.getUTCMilliseconds() % 2 === 1;
  const whole = isTrusting ? { ...answer, end: { complete: true } as const } : answer;
  const input = await diffInput(looking, known.value, rows, whole, read);`,
    breaks: "Now and then a cut-off answer removes members.",
    proves: ["R32", "I24"],
  },
  {
    id: "batched-again-and-again",
    file: "runtime/scheduler/further-facts.ts",
    find: "for (const key of found.value) before.push(membershipBefore(key));",
    replace: `for (const key of [...found.value].slice(0, 2)) before.push(membershipBefore(key));`,
    breaks: "Of rows whose members are done, all but two are batched again at every tick.",
    proves: ["R34", "I25"],
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
    id: "stale-scheduler-makes-batches",
    file: "runtime/scheduler/carry-out.ts",
    find: "    const made = await store.batches.create(fresh, hand.lease);",
    replace: `    const under = fresh.length > 1 ? undefined : hand.lease;
    const made = await store.batches.create(fresh, under);`,
    breaks: "A scheduler that lost its lease goes on to make batches, where there are several.",
    proves: ["R42", "I32"],
  },
  {
    id: "stale-scheduler-notes-absences",
    file: "runtime/scheduler/carry-out.ts",
    find: "  const noted = await store.discovery.noteAbsences(name, absences, hand.lease);",
    replace: `  const under = absences.length > 1 ? undefined : hand.lease;
  const noted = await store.discovery.noteAbsences(name, absences, under);`,
    breaks: "A scheduler that lost its lease still notes who is missing, where several are.",
    proves: ["R42", "I32"],
  },
  {
    id: "tick-keeps-its-lease",
    file: "runtime/scheduler/tick-lease.ts",
    find: "    await leases.release(held);",
    replace: "    if (held.token % 8 !== 7) await leases.release(held);",
    breaks: "After some ticks the lease is not given back, and the next in turn waits for its end.",
    proves: ["R42", "I31"],
  },
  {
    id: "lease-given-while-it-is-held",
    file: "test/simulation/model-store/leases.ts",
    find: "if (isHeld && lease.owner !== owner) return null;",
    replace: "if (isHeld && lease.owner !== owner && lease.token % 4 !== 3) return null;",
    breaks: "A store that gives a lease to another before it is over: only tokens keep them apart.",
    proves: ["R42", "I32"],
  },
  {
    id: "batch-found-and-never-begun",
    file: "runtime/scheduler/carry-out.ts",
    find: "beginBatches(carrying.hand, [...carrying.unbegun, ...made.value.values()]);",
    replace: `beginBatches(carrying.hand, [
    ...carrying.unbegun.filter((id) => id < 3),
    ...made.value.values(),
  ]);`,
    breaks: "A later batch whose first tick was cut off before it began is never begun.",
    proves: ["R03", "I1"],
  },
  {
    id: "unreadable-row-is-no-row",
    file: "runtime/scheduler/read-rows.ts",
    find: `if (list !== null || place === null || typeof place === "string") unplaced.add(key);`,
    replace: `if (place === null && found.length > 1) continue;
    if (list !== null || place === null || typeof place === "string") unplaced.add(key);`,
    breaks: "Behind two others, who has no time in the source counts as gone from it.",
    proves: ["R44", "R32"],
  },
  {
    id: "batch-key-names-the-version",
    file: "runtime/scheduler/carry-out.ts",
    find: "      return { runbookName: name, version, key, start, ...fixed };",
    replace: `      const own = version > 1 ? \`\${key}#\${version}\` : key;
      return { runbookName: name, version, key: own, start, ...fixed };`,
    breaks: "A later version makes another batch for the same start.",
    proves: ["R35", "I25", "I2"],
  },
  {
    id: "one-start-two-batches",
    file: "runtime/scheduler/read-rows.ts",
    find: "    const place = placeAt(parseBatchTime(cell.trim(), timeZone));",
    replace: `    const read = placeAt(parseBatchTime(cell.trim(), timeZone));
    const isFar = typeof read === "object" && cell.endsWith("+05:45");
    const place = isFar && read !== null ? { ...read, batchKey: cell.trim() } : read;`,
    breaks: "The same start, written in another zone, makes another batch.",
    proves: ["R35", "R44", "I25"],
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
