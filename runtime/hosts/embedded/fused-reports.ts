/** Reports of workers in the commit of store, broker and ledger: results are kept, published, and
 *  their deliveries settled all at once. Whoever waits for results is served within it. */
import type { Settlement } from "../../bus/lock.ts";
import type { TopicName } from "../../contract/blueprint/topics.ts";
import { fail, ok } from "../../contract/result.ts";
import type { LedgerRows } from "../../ledger/sqlite/ledger-rows.ts";
import type { SqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { OutgoingMessage } from "../../store/unit.ts";
import type { Answer, Report, SendReports } from "../../worker/report.ts";

const RESULTS: TopicName = "worker-results";

export const fusedReports =
  (rows: Pick<LedgerRows, "finish">, together: SqliteStore<Settlement>["together"]): SendReports =>
  async (reports) => {
    const sent = await together(({ now, deliver }) => {
      const publish: OutgoingMessage[] = [];
      const settle: Settlement[] = [];
      for (const report of reports) {
        if (report.kind === "answer") publish.push(outgoing(rows, report, now));
        if (report.lock !== null) settle.push(settlementOf(report, report.lock));
      }
      deliver({ publish, settle });
      return { reports: reports.length };
    });
    if (sent.ok) return ok(sent.value);
    const detail = sent.error.kind;
    return fail({ kind: "ledger-failed", failure: { kind: "unavailable", detail } });
  };

/** The ledger may know an earlier result of the same job; that one is sent. */
function outgoing(rows: Pick<LedgerRows, "finish">, answer: Answer, now: Date): OutgoingMessage {
  const { message, keep } = answer;
  const result = message.body;
  const body = keep === null ? result : rows.finish({ ...keep, result }, now);
  const envelope = body === result ? message : { ...message, body };
  return { topic: RESULTS, envelope, notBefore: null };
}

function settlementOf(report: Report, lock: Settlement["lock"]): Settlement {
  if (report.kind === "answer") return { kind: "complete", lock };
  const { reason, description } = report;
  return { kind: "dead-letter", lock, reason, description };
}
