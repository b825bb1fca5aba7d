/** Every statement of the reports: a store prepares each when it is first asked for, a test
 *  compiles them all for every dialect. */
import type { Operation } from "../operation.ts";
import { AUDIT_PAGES, insertAudit } from "./audit.ts";
import { cancelledBy } from "./cancelled-by.ts";
import { listPhases } from "./list-phases.ts";
import { combinationsOf, countOperation, type PageShape, pageOperation } from "./page.ts";
import { readBatchReport } from "./read-batch-report.ts";
import { readMemberReport, readStepReport } from "./read-part.ts";
import { BATCH_PAGES, MEMBER_PAGES, STEP_PAGES } from "./shapes.ts";

const pagesOf = <Filter extends string>(shape: PageShape<Filter>): readonly Operation[] => {
  const filters = Object.keys(shape.filters) as Filter[];
  const { counted } = shape;
  return combinationsOf(filters).flatMap((given) => [
    pageOperation(shape, given),
    ...(counted === null ? [] : [countOperation(shape, counted, given)]),
  ]);
};

export const REPORT_OPERATIONS: readonly Operation[] = [
  cancelledBy,
  insertAudit,
  listPhases,
  readBatchReport,
  readMemberReport,
  readStepReport,
  ...pagesOf(BATCH_PAGES),
  ...pagesOf(MEMBER_PAGES),
  ...pagesOf(STEP_PAGES),
  ...pagesOf(AUDIT_PAGES),
];
