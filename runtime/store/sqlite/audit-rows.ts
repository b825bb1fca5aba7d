/** The record for auditors, in SQLite. */
import type { Audit } from "../audit.ts";
import { AUDIT_PAGES, auditCells, auditOf, insertAudit } from "../operations/report/audit.ts";
import type { Access } from "./access.ts";
import { pageIn } from "./page-in.ts";

export const auditRows = ({ statements, writer, read }: Access): Audit => ({
  record: (entries) =>
    writer.write(() => {
      for (const entry of entries) statements.run(insertAudit, auditCells(entry));
    }),
  page: (page) => read(() => pageIn(statements, AUDIT_PAGES, [], page, auditOf)),
});
