/** Questions about statuses that the core asks all the time, answered from the tables. */
import type { BatchStatus, PhaseStatus, StepStatus } from "../../contract/statuses.ts";
import { LIVE_BATCH_STATUSES } from "../batch.ts";
import { TERMINAL_PHASE_STATUSES } from "../phase.ts";
import { OPEN_STEP_STATUSES } from "../step.ts";

const OPEN_STEPS: ReadonlySet<StepStatus> = new Set(OPEN_STEP_STATUSES);
const TERMINAL_PHASES: ReadonlySet<PhaseStatus> = new Set(TERMINAL_PHASE_STATUSES);
const LIVE_BATCHES: ReadonlySet<BatchStatus> = new Set(LIVE_BATCH_STATUSES);

export const isOpenStep = (status: StepStatus): boolean => OPEN_STEPS.has(status);
export const isTerminalPhase = (status: PhaseStatus): boolean => TERMINAL_PHASES.has(status);
export const isLiveBatch = (status: BatchStatus): boolean => LIVE_BATCHES.has(status);
