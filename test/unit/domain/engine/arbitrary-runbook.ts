/** Random runbooks: one to four phases of up to four steps, with polls, retries, rollbacks,
 *  gates and barriers; sometimes init, removal and finalize steps. */
import fc from "fast-check";
import type { Phase, Runbook, Step } from "../../../../runtime/domain/runbook.ts";
import { batchStep, phase, retries, runbook, step, template, text } from "./runbooks.ts";

const FUNCTIONS = ["Set-Thing", "Check-Thing", "Send-Once"] as const;

const policies = fc.record({
  function: fc.constantFrom(...FUNCTIONS).map(text),
  retry: fc.tuple(fc.nat(2), fc.constantFrom(0, 30, 90)).map(([most, wait]) => retries(most, wait)),
  poll: fc.option(fc.constantFrom({ intervalSec: 60, timeoutSec: 600 }), { nil: null }),
});

const steps = (make: typeof step, onFailure: fc.Arbitrary<string | null>, maxLength: number) =>
  fc
    .array(fc.record({ given: policies, onFailure }), { maxLength })
    .map((all): readonly Step[] =>
      all.map(({ given, onFailure }, index) => make(`step-${index}`, { ...given, onFailure })),
    );

const maybeUndo = fc.option(fc.constant("undo"), { nil: null });
const maybeUndoBatch = fc.option(fc.constant("undo-batch"), { nil: null });

const phases: fc.Arbitrary<readonly Phase[]> = fc
  .array(
    fc.record({
      steps: steps(step, maybeUndo, 4),
      offsetMinutes: fc.constantFrom(0, 30, 90),
      barrier: fc.boolean(),
      completion: fc.constantFrom("any", "all"),
      gate: fc.constantFrom("previous_phase", "none"),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map(({ steps, ...given }, index) => phase(`phase-${index}`, steps, given)));

const UNDO: readonly Step[] = [
  step("undo-0", { function: text("Undo-Thing"), retry: retries(1) }),
  step("undo-1", { function: text("Undo-Thing"), params: new Map([["Was", template("{{Key}}")]]) }),
];

const UNDO_BATCH: readonly Step[] = [
  batchStep("undo-0", { function: text("Undo-Thing"), retry: retries(1) }),
  batchStep("undo-1", { function: text("Undo-Thing") }),
];

export const arbitraryRunbook: fc.Arbitrary<Runbook> = fc
  .record({
    phases,
    init: steps(batchStep, maybeUndoBatch, 2),
    onMemberRemoved: steps(step, maybeUndo, 2),
    finalize: steps(batchStep, maybeUndoBatch, 2),
    undo: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ phases, undo, ...rest }) =>
    runbook(phases, {
      ...rest,
      rollbacks: new Map([
        ["undo", UNDO.slice(0, undo)],
        ["undo-batch", UNDO_BATCH.slice(0, undo)],
      ]),
    }),
  );
