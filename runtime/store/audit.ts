/** Who changed what, and who saw member data: the record for auditors, beside the logs of batches.
 *  It is added to and read, never changed. */
import type { AuditEntry, AuditQuery } from "../contract/http/audit.ts";
import type { Result } from "../contract/result.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { PageOf, ReportPage } from "./reports.ts";

export type AuditDraft = Omit<AuditEntry, "seq">;

export type Audit = {
  readonly record: (entries: readonly AuditDraft[]) => Promise<Result<void, CommitFailure>>;
  /** The newest first. */
  readonly page: (
    page: PageOf<AuditQuery>,
  ) => Promise<Result<ReportPage<AuditEntry>, StoreFailure>>;
};
