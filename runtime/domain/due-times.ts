/** When the phases of a batch are due. A manual batch has no start, so its phases have no due
 *  time and wait for an operator to advance them (M-090). */
import { dueAt } from "./offset.ts";
import type { Phase } from "./runbook.ts";

export type PhaseDue = {
  readonly name: string;
  readonly offsetMinutes: number;
  readonly dueAt: Date | null;
};

export const phaseDueTimes = (
  phases: readonly Pick<Phase, "name" | "offsetMinutes">[],
  batchStart: Date | null,
): readonly PhaseDue[] =>
  phases.map(({ name, offsetMinutes }) => ({
    name,
    offsetMinutes,
    dueAt: batchStart === null ? null : dueAt(batchStart, offsetMinutes),
  }));
