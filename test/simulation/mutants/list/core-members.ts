/** Bugs in how the core moves members, phases and batches on, and undoes. */
import type { Mutant } from "../mutant.ts";

const ENGINE = "runtime/domain/engine";
/** Now and then: what unit tests do happens on the full second. */
const ODD = "d.now.getUTCMilliseconds() % 2 === 1";
const EVEN = "d.now.getUTCMilliseconds() % 2 === 0";

export const CORE_MEMBERS: readonly Mutant[] = [
  {
    id: "rollback-sees-the-present",
    file: `${ENGINE}/plan.ts`,
    find: "new Map([...workerData, ...(undo ?? [])])",
    replace: `new Map([...workerData, ...(${EVEN} ? (undo ?? []) : [])])`,
    breaks: "Now and then a rollback undoes what the member's row says now.",
    proves: ["R22", "R40", "I20"],
  },
  {
    id: "old-phases-stay",
    file: `${ENGINE}/on-version-published.ts`,
    find: `if (phase.status === "pending")`,
    replace: `if (phase.status === "pending" && (phase.position > 0 || ${EVEN}))`,
    breaks: "Now and then the next phase runs under its old and its new version.",
    proves: ["R41", "I26"],
  },
  {
    id: "row-changed-in-place",
    file: `${ENGINE}/own-row.ts`,
    find: "  const copy = { ...shown };",
    replace: `  const isSeldom = "waitsFor" in shown && table.changed.size > 5;
  const copy = isSeldom ? shown : { ...shown };`,
    breaks: "A decision about several members changes what it was shown, committed or not.",
    proves: ["decision 6", "I28"],
  },
  {
    id: "missing-output-is-no-failure",
    file: `${ENGINE}/on-worker-result.ts`,
    find: "const outputs = isKept ? extractOutputs(outputParams, result) : NO_OUTPUTS;",
    replace: `const found = isKept ? extractOutputs(outputParams, result) : NO_OUTPUTS;
  const outputs = found.ok || ${EVEN} ? found : NO_OUTPUTS;`,
    breaks: "Now and then a step passes without the output that later ones need.",
    proves: ["R21", "I20"],
  },
  {
    id: "removal-does-not-drain",
    file: `${ENGINE}/progress.ts`,
    find: "  if (member.currentExecutionId !== 0) return;",
    replace: `  const isHasty = member.status === "removed" && ${ODD};
  if (member.currentExecutionId !== 0 && !isHasty) return;`,
    breaks: "Now and then removal steps run beside a job that is still out.",
    proves: ["R39", "I18", "decision 5"],
  },
  {
    id: "failing-member-keeps-polling",
    file: `${ENGINE}/fail-member.ts`,
    find: "    if (isOpenStep(row.status)) cancelRow(d, row, cause);",
    replace: `    const isPolled = row.status === "polling" && cause === "member_failed" && ${ODD};
    if (isOpenStep(row.status) && !isPolled) cancelRow(d, row, cause);`,
    breaks: "A failed member's polling step in another phase is not cancelled.",
    proves: ["R24", "I11"],
  },
  {
    id: "unstarted-phase-does-not-count-down",
    file: `${ENGINE}/phase-counts.ts`,
    find: "      remaining: phase.remaining - 1,",
    replace: `      remaining:
        phase.remaining -
        Number(${EVEN} || left.some((row) => row.dispatchedAt !== null)),`,
    breaks: "Now and then who leaves stays counted in phases not begun.",
    proves: ["I8", "I9"],
  },
  {
    id: "last-removed-leaves-phase-open",
    file: `${ENGINE}/phase-counts.ts`,
    find: `    d.agenda.phases.add(phaseId);
    if (phase.status !== "dispatched") {
      setPhase`,
    replace: `    const isLast = failed === null && phase.remaining === 1 && ${ODD};
    if (!isLast) d.agenda.phases.add(phaseId);
    if (phase.status !== "dispatched") {
      setPhase`,
    breaks: "Now and then a phase whose last member is removed never ends.",
    proves: ["R23", "I9"],
  },
  {
    id: "rollback-goes-on-after-failure",
    file: `${ENGINE}/step-end.ts`,
    find: "    cancelRest(d, failed);",
    replace: `    const goesOn = failed.kind === "rollback" && ${ODD};
    if (!goesOn) cancelRest(d, failed);`,
    breaks: "Now and then the steps behind a failed rollback step run all the same.",
    proves: ["R15", "I17"],
  },
  {
    id: "rolled-back-too-early",
    file: `${ENGINE}/step-end.ts`,
    find: "!sequenceRows(d, row).every(isPassed)",
    replace: `!sequenceRows(d, row).slice(0, ${ODD} ? 1 : 9).every(isPassed)`,
    breaks: "Now and then a rollback counts as done after its first step.",
    proves: ["R15", "I17", "I19"],
  },
  {
    id: "gate-opens-while-polling",
    file: `${ENGINE}/progress.ts`,
    find: "    isClear = false;",
    replace: `    isClear = next.status === "polling" && ${ODD};`,
    breaks: "A member begins the next phase while it is polled in this one.",
    proves: ["R38", "I4"],
  },
  {
    id: "batch-does-not-wait-for-removal",
    file: `${ENGINE}/batch-progress.ts`,
    find: `  if (status !== "active" || compensations > 0 ||`,
    replace: `  if (status !== "active" || (compensations > 0 && ${EVEN}) ||`,
    breaks: "Now and then a batch ends while what undoes is still to run.",
    proves: ["I10", "R15"],
  },
  {
    id: "batch-does-not-wait-for-latecomer",
    file: `${ENGINE}/batch-progress.ts`,
    find: "lateExecutions > 0) return;",
    replace: `lateExecutions > Number(${ODD})) return;`,
    breaks: "A batch ends while the last step of a late member is still to run.",
    proves: ["R37", "I10"],
  },
  {
    id: "cancelled-with-a-job-out",
    file: `${ENGINE}/batch-progress.ts`,
    find: "const isDrained = inFlight === 0 &&",
    replace: `const isDrained = inFlight <= Number(${ODD}) &&`,
    breaks: "A batch counts as cancelled while its last job is still out.",
    proves: ["R27", "decision 5"],
  },
  {
    id: "polls-pass-the-limit",
    file: `${ENGINE}/poll-step.ts`,
    find: "const blocked = isBusy(d, row) ? MEMBER_BUSY : fullSlot(d, keys);",
    replace: `const isFree = ${ODD};
  const blocked = isBusy(d, row) ? MEMBER_BUSY : isFree ? null : fullSlot(d, keys);`,
    breaks: "Now and then a poll goes out beyond the limit of its worker.",
    proves: ["limits"],
  },
  {
    id: "retries-pass-the-limit",
    file: `${ENGINE}/send.ts`,
    find: "  const full = fullSlot(d, keys);",
    replace: `  const full = row.retryCount > 0 && ${ODD} ? null : fullSlot(d, keys);`,
    breaks: "Retries go out beyond the limit of their worker.",
    proves: ["limits"],
  },
  {
    id: "slot-forgets-who-waits",
    file: `${ENGINE}/slots.ts`,
    find: "  own.waiting = parked.length > moved || parked.length >= SLOT_WAKES_MAX;",
    replace: `  const isSome = woken.length > 0 && ${ODD};
  own.waiting = !isSome && (parked.length > moved || parked.length >= SLOT_WAKES_MAX);`,
    breaks: "Of several who wait for a slot the first is woken and the others are forgotten.",
    proves: ["I1", "limits"],
  },
  {
    id: "pause-lets-retries-through",
    file: `${ENGINE}/send.ts`,
    find: "  if (isPaused(d, row)) return park(d, row, PAUSED);",
    replace: `  const mayPass = row.retryCount > 0 && ${ODD};
  if (isPaused(d, row) && !mayPass) return park(d, row, PAUSED);`,
    breaks: "A paused batch goes on with retries.",
    proves: ["pause"],
  },
  {
    id: "rolled-back-untold",
    file: `${ENGINE}/step-end.ts`,
    find: `  recordStep(d, "step.rolled_back", original, { to: "rolled_back" });`,
    replace: `  if (${EVEN}) recordStep(d, "step.rolled_back", original, { to: "rolled_back" });`,
    breaks: "That a step was rolled back is in its row and not in the log.",
    proves: ["I28", "decision 8"],
  },
  {
    id: "operator-retry-keeps-the-attempt",
    file: `${ENGINE}/on-retry.ts`,
    find: "...(wasTried ? operatorRetry(row) : {}),",
    replace: `...(wasTried && ${EVEN} ? operatorRetry(row) : {}),`,
    breaks: "Now and then an operator's retry reuses the id of the last job.",
    proves: ["I12", "R12"],
  },
  {
    id: "barrier-forgets-latecomer",
    file: `${ENGINE}/phase-counts.ts`,
    find: `      total: phase.total + 1,
      remaining: phase.remaining + 1,
      barrierRemaining: phase.barrierRemaining + 1,`,
    replace: `      total: phase.total + 1,
      remaining: phase.remaining + 1,
      barrierRemaining: phase.barrierRemaining + Number(${EVEN}),`,
    breaks: "A barrier does not wait for a member who joined after its phase began.",
    proves: ["R37", "X-15"],
  },
  {
    id: "latecomer-is-not-counted",
    file: `${ENGINE}/phase-counts.ts`,
    find: `      total: phase.total + 1,
      remaining: phase.remaining + 1,`,
    replace: `      total: phase.total + 1,
      remaining: phase.remaining + Number(${EVEN}),`,
    breaks: "A member who joins a phase after others have passed it is not counted.",
    proves: ["R37", "I8"],
  },
  {
    id: "through-counts-as-failed",
    file: `${ENGINE}/phase-counts.ts`,
    find: "  own.succeeded += 1;",
    replace: `  const isMixed = own.failed > 0 && own.succeeded > 0 && ${ODD};
  if (isMixed) own.failed += 1;
  else own.succeeded += 1;`,
    breaks: "Where some have failed and some have not, who comes through may count as failed.",
    proves: ["I34", "R04"],
  },
  {
    id: "retry-changes-what-has-ended",
    file: `${ENGINE}/phase-counts.ts`,
    find: "    setPhase(d, phaseId, { ...late, failuresAccepted });",
    replace: `    const failed = phase.failed - Number(${ODD});
    setPhase(d, phaseId, { ...late, failed, failuresAccepted });`,
    breaks: "Who is retried is now and then taken off the failed of a phase that has ended.",
    proves: ["I34", "X-71"],
  },
  {
    id: "log-skips-a-number",
    file: `${ENGINE}/seal.ts`,
    find: "d.batch.eventSeq += d.events.length;",
    replace: `d.batch.eventSeq += d.events.length + Number(d.events.length > 4 && ${ODD});`,
    breaks: "After a large decision the log goes on one number too far.",
    proves: ["I29", "decision 8"],
  },
  {
    id: "held-step-is-not-undone",
    file: `${ENGINE}/fail-member.ts`,
    find: "      startRollback(d, letGo(d, row));",
    replace: `      const undone = letGo(d, row);
      if (cause === "member_failed" || ${EVEN}) startRollback(d, undone);`,
    breaks: "A held step of a member who is removed is let go and never undone.",
    proves: ["I17", "R15"],
  },
];
