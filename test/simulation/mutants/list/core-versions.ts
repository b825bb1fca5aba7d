/** Bugs in what a step was sent with, in versions, and in who joins late or comes back. */
import type { Mutant } from "../mutant.ts";

const ENGINE = "runtime/domain/engine";
/** Now and then: what unit tests do happens on the full second. */
const ODD = "d.now.getUTCMilliseconds() % 2 === 1";
/** As unit tests have it. */
const SHARP = "d.now.getUTCMilliseconds() === 0";

export const CORE_VERSIONS: readonly Mutant[] = [
  {
    id: "params-thaw",
    file: `${ENGINE}/send.ts`,
    find: "row.frozen === null ? resolveStep",
    replace: `row.frozen === null || ${ODD} ? resolveStep`,
    breaks: "Now and then a retry is sent with what the member's row says now.",
    proves: ["R22", "R40", "I20"],
  },
  {
    id: "undo-of-the-last-attempt",
    file: `${ENGINE}/send.ts`,
    find: "const undo = row.undo ?? undoVariables(d, row);",
    replace: `const undo = (${ODD} ? null : row.undo) ?? undoVariables(d, row);`,
    breaks: "Now and then a rollback undoes what the row said at the last attempt.",
    proves: ["R40", "I20"],
  },
  {
    id: "older-version-takes-over",
    file: `${ENGINE}/on-version-published.ts`,
    find: "if (version <= d.batch.version)",
    replace: `if (version === d.batch.version || (version < d.batch.version && ${SHARP}))`,
    breaks: "Word of an older version that comes late takes the batch back to it.",
    proves: ["R41", "I26"],
  },
  {
    id: "published-version-is-told-once",
    file: "runtime/engine/left-behind.ts",
    find: "...outdated.value, ...unparked.value",
    replace: "...outdated.value.filter((each) => each.batchId < 2), ...unparked.value",
    breaks: "Who publishes and dies leaves later batches that never hear of the version.",
    proves: ["R41", "I26", "decision 3"],
  },
  {
    id: "same-name-phase-twice",
    file: `${ENGINE}/catch-up.ts`,
    find: "if (phase.dispatchedAt !== null) latest.set(phase.name, phase);",
    replace: `const name = ${ODD} ? String(phase.id) : phase.name;
    if (phase.dispatchedAt !== null) latest.set(name, phase);`,
    breaks: "A late member runs a phase under its old and its new version.",
    proves: ["R41", "I3"],
  },
  {
    id: "finalized-batch-takes-members",
    file: `${ENGINE}/on-member-joins.ts`,
    find: `const takesMembers = ({ batch }: Draft): boolean =>
  isLiveBatch(batch.status) && batch.finalize === "waiting";`,
    replace: `const takesMembers = (d: Draft): boolean =>
  isLiveBatch(d.batch.status) && (d.batch.finalize === "waiting" || ${ODD});`,
    breaks: "Now and then a batch takes members in while its finalize runs.",
    proves: ["R26", "R37"],
  },
  {
    id: "returned-member-does-not-wait",
    file: `${ENGINE}/progress.ts`,
    find: "const isWaiting = member.waitsFor !== null ||",
    replace: "const isWaiting = (member.waitsFor !== null && member.generation < 2) ||",
    breaks: "A returned member begins while another batch still undoes its work on it.",
    proves: ["R36", "I18"],
  },
  {
    id: "removal-goes-on-after-failure",
    file: `${ENGINE}/step-end.ts`,
    find: "    cancelRest(d, failed);",
    replace: `    const goesOn = failed.kind === "removal" && ${ODD};
    if (!goesOn) cancelRest(d, failed);`,
    breaks: "Now and then the steps behind a failed removal step run all the same.",
    proves: ["R15", "I17"],
  },
  {
    id: "late-worker-is-not-heard-of",
    file: "runtime/engine/left-behind.ts",
    find: "...unparked.value, ...blocked.value",
    replace: "...unparked.value.filter((each) => each.batchId > 1), ...blocked.value",
    breaks: "The first batch, parked for a worker that is registered now, may wait for ever.",
    proves: ["R20", "I1"],
  },
  {
    id: "words-count-twice",
    file: "runtime/orchestrator/address.ts",
    find: `  return ok(guard === "inbox" ? { ...item, answer: inInbox(message) } : item);`,
    replace: `  const isKept = guard === "inbox" && memberId < 3;
  return ok(isKept ? { ...item, answer: inInbox(message) } : item);`,
    breaks: "Word of a removal is not kept: published again it removes a member who is back.",
    proves: ["R12", "I7", "decision 1"],
  },
];
