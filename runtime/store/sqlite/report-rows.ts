/** Reports, in SQLite. */
import type { Instant } from "../../contract/instant.ts";
import { type Cell, plain } from "../operations/columns.ts";
import { eventsOf } from "../operations/record/event-cells.ts";
import { cancelledBy } from "../operations/report/cancelled-by.ts";
import { listPhases } from "../operations/report/list-phases.ts";
import { readBatchReport } from "../operations/report/read-batch-report.ts";
import { readMemberReport, readStepReport } from "../operations/report/read-part.ts";
import {
  batchReportOf,
  memberReportOf,
  phaseReportOf,
  stepReportOf,
} from "../operations/report/report-cells.ts";
import { BATCH_PAGES, MEMBER_PAGES, STEP_PAGES } from "../operations/report/shapes.ts";
import type { BatchReport, Reports } from "../reports.ts";
import type { Access } from "./access.ts";
import { insightRows } from "./insight-rows.ts";
import { pageIn } from "./page-in.ts";
import type { Statements } from "./statements.ts";

const AT = plain<Instant>("at");

export function reportRows({
  statements,
  read,
  now,
}: Pick<Access, "statements" | "read" | "now">): Reports {
  return {
    insights: insightRows({ statements, read, now }),
    batches: (page) =>
      read(() => pageIn(statements, BATCH_PAGES, [], page, (cells) => summaryOf(cells))),
    batch: (id) =>
      read(() => {
        const [cells] = statements.all(readBatchReport, [id]);
        return cells === undefined ? null : withCancel(statements, batchReportOf(cells));
      }),
    phases: (id) => read(() => statements.all(listPhases, [id]).map(phaseReportOf)),
    members: (id, page) => read(() => pageIn(statements, MEMBER_PAGES, [id], page, memberReportOf)),
    member: (id, memberId) =>
      read(() => statements.all(readMemberReport, [id, memberId]).map(memberReportOf)[0] ?? null),
    steps: (id, page) => read(() => pageIn(statements, STEP_PAGES, [id], page, stepReportOf)),
    step: (id, stepId) =>
      read(() => statements.all(readStepReport, [id, stepId]).map(stepReportOf)[0] ?? null),
  };
}

function summaryOf(cells: readonly Cell[]) {
  const { changeCount: _changes, ...summary } = batchReportOf(cells);
  return summary;
}

/** Who called it off is in the log alone. */
function withCancel(statements: Statements, report: ReturnType<typeof batchReportOf>): BatchReport {
  const isCancelled = report.statusReason?.startsWith("cancel") ?? false;
  const rows = isCancelled ? statements.all(cancelledBy, [report.id]) : [];
  const order = rows.flatMap(eventsOf).find(({ type }) => type === "batch.cancelling");
  return {
    ...report,
    cancelledBy: order?.actor ?? null,
    cancelledAt: order === undefined ? null : AT.read(order.at.toISOString()),
  };
}
