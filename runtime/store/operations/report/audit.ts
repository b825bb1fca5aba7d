/** The record for auditors: written entry by entry, read page by page. */
import type { AuditEntry } from "../../../contract/http/audit.ts";
import type { AuditDraft } from "../../audit.ts";
import { type Cell, plain } from "../columns.ts";
import { insertRows } from "../write/insert-rows.ts";
import type { PageShape } from "./page.ts";

const COLUMNS = ["at", "actor", "caller", "action", "target", "status", "correlation_id"] as const;
const AT = plain<AuditEntry["at"]>("at");

export const insertAudit = insertRows("audit_log", COLUMNS);

export const AUDIT_PAGES: PageShape<"actor"> = {
  name: "audit page",
  view: "audit_log",
  columns: ["id", ...COLUMNS],
  within: [],
  order: ["id"],
  direction: "down",
  filters: { actor: "actor" },
  counted: { table: "audit_log", sought: ["actor"], by: "id" },
};

export const auditCells = (entry: AuditDraft): readonly Cell[] => [
  entry.at,
  entry.actor,
  entry.identity,
  entry.action,
  entry.target,
  entry.status,
  entry.correlationId,
];

export function auditOf(cells: readonly Cell[]): AuditEntry {
  const [seq, at = null, actor, identity, action, target, status, correlationId] = cells;
  return {
    seq: Number(seq),
    at: AT.read(at),
    actor: String(actor),
    identity: String(identity),
    action: String(action),
    target: String(target),
    status: Number(status),
    correlationId: String(correlationId),
  };
}
