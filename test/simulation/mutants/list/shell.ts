/** Bugs around the core: the shell that commits, the outbox, the relay. */
import type { Mutant } from "../mutant.ts";

export const SHELL: readonly Mutant[] = [
  {
    id: "unknown-end-taken-for-done",
    file: "runtime/engine/commit-works.ts",
    find: "    if (!committed.ok) return fail({ failure: committed.error });",
    replace: `    const isOdd = clock.now().getUTCMilliseconds() % 2 === 1;
    const isDoubtful = !committed.ok && committed.error.kind === "unknown" && isOdd;
    if (!committed.ok && !(isDoubtful && under !== undefined)) {
      return fail({ failure: committed.error });
    }`,
    breaks: "A scheduler takes a commit of which it heard nothing for done.",
    proves: ["R06"],
  },
  {
    id: "refusals-are-not-kept",
    file: "runtime/engine/decide-unit.ts",
    find: "  if (answer !== undefined) {",
    replace: `  if (answer !== undefined && (verdict !== "duplicate" || seq < 20)) {`,
    breaks: "That an order changed nothing is not kept: asked again it may change something.",
    proves: ["R17", "I16"],
  },
  {
    id: "late-answers-stay-on-the-bus",
    file: "runtime/engine/decide-unit.ts",
    find: "  if (lock !== undefined) open.settle.push(settlementOf(lock, verdict, aside));",
    replace: `  const isOver = verdict === "late" && seq > 40;
  if (lock !== undefined && !isOver) open.settle.push(settlementOf(lock, verdict, aside));`,
    breaks: "Late answers in a long log are not settled and come until the bus gives them up.",
    proves: ["I21", "decision 1"],
  },
  {
    id: "moved-members-wait-for-a-lost-word",
    file: "runtime/engine/left-behind.ts",
    find: "  return ok([...released.value, ...outdated.value,",
    replace: "  return ok([...released.value.slice(1), ...outdated.value,",
    breaks: "A member whose release was not heard of waits for the batch it left for ever.",
    proves: ["R36", "I1", "decision 3"],
  },
  {
    id: "sweep-forgets-slots",
    file: "runtime/engine/due-items.ts",
    find: "  for (const { batchId, key } of slots.value) {",
    replace: `  for (const { batchId, key } of slots.value) {
    if (key.startsWith("function:")) continue;`,
    breaks: "Nobody looks whether there is room again for a function that has a limit.",
    proves: ["I1", "limits"],
  },
  {
    id: "sweep-forgets-phases",
    file: "runtime/engine/due-items.ts",
    find: "  for (const { batchId, id: phaseId } of phases.value) {",
    replace: `  for (const { batchId, id: phaseId } of phases.value) {
    if (phaseId > 6 && phaseId % 3 === 1) continue;`,
    breaks: "Some phases that are due are never looked at.",
    proves: ["I15", "R25"],
  },
  {
    id: "sweep-shows-half-of-what-is-due",
    file: "runtime/engine/due-items.ts",
    find: "  for (const { batchId, id: executionId } of executions.value) {",
    replace: `  for (const { batchId, id: executionId } of executions.value) {
    if (batchId > 1 && executionId > 40 && executionId % 7 === 0) continue;`,
    breaks: "Some rows of later batches are never looked at; their messages alone move them.",
    proves: ["I1", "I14", "decision 3"],
  },
  {
    id: "settled-without-a-commit",
    file: "runtime/outbox/split.ts",
    find: `      if (!committed.ok) {
        sent.add(taken);`,
    replace: `      if (!committed.ok) {
        sent.add(taken);
        const doubtful = unit as Unit<Settlement> | null;
        if (committed.error.kind === "unknown" && doubtful !== null) {
          await settle(bus, doubtful.settle, observe);
        }`,
    breaks: "A message is settled although nobody heard whether its commit was made.",
    proves: ["R01", "R06", "I22", "decision 1"],
  },
  {
    id: "half-a-publish-is-a-publish",
    file: "runtime/outbox/publish-rows.ts",
    find: `      parts.observe({ kind: "publish-failed", topic, rows: ids, failure });
      return done;`,
    replace: `      parts.observe({ kind: "publish-failed", topic, rows: ids, failure });
      return ids.length > 1 && (ids[0] ?? 0) > 20 ? [...done, ...ids] : done;`,
    breaks: "Several rows that the bus did not take count as published.",
    proves: ["R03", "R02", "I1"],
  },
  {
    id: "relay-forgets-before-it-publishes",
    file: "runtime/outbox/relay.ts",
    find: "  const done = await publishRows({ bus, incidents: store.incidents, observe }, rows);",
    replace: `  const isLate = rows.length > 1 && (rows[0]?.id ?? 0) > 20;
  if (isLate) await store.outbox.sent(rows.map(({ id }) => id));
  const done = await publishRows({ bus, incidents: store.incidents, observe }, rows);`,
    breaks: "A relay takes rows off before it has published them.",
    proves: ["R03", "R07"],
  },
  {
    id: "rows-of-another-commit-leave",
    file: "runtime/outbox/split.ts",
    find: "    const gone = await store.outbox.sent(taken);",
    replace: `    const last = taken.at(-1) ?? 0;
    const gone = await store.outbox.sent(last > 20 ? [...taken, last + 1] : taken);`,
    breaks: "With the last of its own rows a host takes the next one off the outbox.",
    proves: ["R03"],
  },
  {
    id: "notices-are-dropped",
    file: "runtime/engine/decide-unit.ts",
    find: "  for (const message of decision.publish) open.publish.push(message);",
    replace: `  const most = works.length > 1 && batchId > 1 ? 1 : decision.publish.length;
  for (const message of decision.publish.slice(0, most)) open.publish.push(message);`,
    breaks: "A group of a later batch publishes only its first message; the rest is never sent.",
    proves: ["R03", "R30", "decision 7"],
  },
  {
    id: "ids-start-again",
    file: "runtime/engine/decide-unit.ts",
    find: "  open.nextIds = decision.nextIds;",
    replace: `  const isEarly = decision.nextIds.phase < 7;
  open.nextIds = isEarly ? decision.nextIds : { ...decision.nextIds, phase: open.nextIds.phase };`,
    breaks: "Ids that phases were made with are given out again.",
    proves: ["R16", "I3"],
  },
];
