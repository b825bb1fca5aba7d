/** Phases of a batch as a table. */
import type { PhaseExecution } from "../../../contract/http/phases.ts";
import type { Column } from "../../output/columns.ts";
import { statusTone } from "../../output/status-tone.ts";

const stateOf = ({ status, outcome }: PhaseExecution): string =>
  outcome === "partial" ? `${status}, in part` : status;

export const PHASE_COLUMNS: readonly Column<PhaseExecution>[] = [
  { heading: "PHASE", of: ({ phaseName }) => phaseName },
  { heading: "STATUS", of: stateOf, tone: ({ status }) => statusTone(status) },
  { heading: "DONE", of: ({ memberCounts }) => memberCounts.through, kind: "number" },
  { heading: "FAILED", of: ({ memberCounts }) => memberCounts.lost, kind: "number" },
  { heading: "OPEN", of: ({ memberCounts }) => memberCounts.remaining, kind: "number" },
  { heading: "DUE", of: ({ dueAt }) => dueAt, kind: "time" },
  { heading: "STARTED", of: ({ dispatchedAt }) => dispatchedAt, kind: "time" },
  { heading: "ENDED", of: ({ completedAt }) => completedAt, kind: "time" },
  { heading: "VERSION", of: ({ runbookVersion }) => runbookVersion, kind: "number" },
];
