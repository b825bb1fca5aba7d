/** Sends reports over a bus and a ledger that know nothing of each other: keep, publish, settle,
 *  in this order and each for all reports at once (R08). */
import type { Bus } from "../bus/bus.ts";
import type { Settlement } from "../bus/lock.ts";
import type { TopicName } from "../contract/blueprint/topics.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Observe } from "./fault.ts";
import type { Answer, Refused, Report, SendFailure, SendReports } from "./report.ts";

const RESULTS: TopicName = "worker-results";

type Parts = {
  readonly bus: Pick<Bus, "publish" | "settle">;
  readonly ledger: Pick<Ledger, "finish">;
  readonly observe: Observe;
};

export const sendInTurn =
  (parts: Parts): SendReports =>
  async (reports) => {
    const kept = await keepResults(parts, reports);
    if (!kept.ok) return kept;
    const published = await publishAll(parts, kept.value);
    if (!published.ok) return published;
    await settleAll(parts, published.value);
    return ok({ reports: reports.length });
  };

/** The ledger may know an earlier result of the same job; that one is sent. */
async function keepResults(
  { ledger }: Parts,
  reports: readonly Report[],
): Promise<Result<readonly Report[], SendFailure>> {
  const finished = reports.flatMap((report) =>
    report.kind === "answer" && report.keep !== null
      ? [{ report, job: { ...report.keep, result: report.message.body } }]
      : [],
  );
  if (finished.length === 0) return ok(reports);
  const stored = await ledger.finish(finished.map(({ job }) => job));
  if (!stored.ok) return fail({ kind: "ledger-failed", failure: stored.error });
  const bodies = new Map<Report, string | undefined>(
    finished.map(({ report }, index) => [report, stored.value[index]]),
  );
  return ok(
    reports.map((report) => {
      const body = bodies.get(report);
      if (report.kind === "refused" || body === undefined) return report;
      return { ...report, message: { ...report.message, body } };
    }),
  );
}

/** The bus takes all or none. A message it will never take does not hold up the others. */
async function publishAll(
  parts: Parts,
  reports: readonly Report[],
): Promise<Result<readonly Report[], SendFailure>> {
  const { bus, observe } = parts;
  const answers = reports.filter((report) => report.kind === "answer");
  if (answers.length === 0) return ok(reports);
  const published = await bus.publish(
    RESULTS,
    answers.map(({ message }) => message),
  );
  if (published.ok) return ok(reports);
  const failure = published.error;
  const unsendable = "index" in failure ? answers[failure.index] : undefined;
  if (unsendable === undefined) return fail({ kind: "publish-failed", failure });
  observe({ kind: "publish-failed", failure });
  const rest = reports.map((report) =>
    report === unsendable ? refusedAs(unsendable, failure.kind) : report,
  );
  return publishAll(parts, rest);
}

const refusedAs = ({ lock, message }: Answer, reason: string): Refused => ({
  kind: "refused",
  lock,
  reason: "unsendable-result",
  description: `The bus refused the result ${message.messageId}: ${reason}.`,
});

async function settleAll({ bus, observe }: Parts, reports: readonly Report[]): Promise<void> {
  const settlements = reports.flatMap(settlementOf);
  if (settlements.length === 0) return;
  for (const settled of await bus.settle(settlements)) {
    if (!settled.ok) observe({ kind: "settle-failed", failure: settled.error });
  }
}

function settlementOf(report: Report): readonly Settlement[] {
  const { lock } = report;
  if (lock === null) return [];
  if (report.kind === "answer") return [{ kind: "complete", lock }];
  const { reason, description } = report;
  return [{ kind: "dead-letter", lock, reason, description }];
}
