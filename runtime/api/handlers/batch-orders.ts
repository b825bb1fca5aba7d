/** Orders to a batch as a whole: the S1 ones, and those that keep it going. */
import type { ROUTES } from "../../contract/http/routes.ts";
import { ok } from "../../contract/result.ts";
import type { Done, OrderAnswer } from "../../orchestrator/orders/answer.ts";
import type { Backend } from "../backend.ts";
import { type Answer, orderRefused, storeAway } from "../serving/answer.ts";
import type { HandlersOf, Inquiry } from "../serving/handler.ts";
import { unknownBatch } from "./batches.ts";

type Parts = Pick<Backend, "orders" | "reports">;

type Names =
  | "advanceBatch"
  | "cancelBatch"
  | "pauseBatch"
  | "resumeBatch"
  | "retryFailed"
  | "retryInit"
  | "retryMember"
  | "retryStep"
  | "skipStep"
  | "failStep"
  | "approveRemovals"
  | "setBudget"
  | "dismissAttention";

const done = ({ changed, seq }: Done) => ({ changed, changeCount: seq });

const ordered = (answer: OrderAnswer) =>
  answer.ok ? ok(done(answer.value)) : orderRefused(answer.error);

const ofPhase = (phaseId: Inquiry<typeof ROUTES.pauseBatch>["body"]["phaseId"]) =>
  phaseId === null ? {} : { phaseId };

export const batchOrderHandlers = (parts: Parts): HandlersOf<Names> => {
  const { orders } = parts;
  return {
    advanceBatch: (inquiry) => advance(parts, inquiry),
    cancelBatch: (inquiry) => cancel(parts, inquiry),
    pauseBatch: async ({ params: { id }, body, asked }) =>
      ordered(await orders.pause({ batchId: id, ...ofPhase(body.phaseId) }, asked)),
    resumeBatch: async ({ params: { id }, body, asked }) =>
      ordered(await orders.resume({ batchId: id, ...ofPhase(body.phaseId) }, asked)),
    retryFailed: async ({ params: { id }, body, asked }) => {
      const answer = await orders.retryFailed({ batchId: id, ...ofPhase(body.phaseId) }, asked);
      if (!answer.ok) return orderRefused(answer.error);
      const { retried, refused } = answer.value;
      return ok({ ...done(answer.value), retried, refused });
    },
    retryInit: async ({ params: { id }, asked }) =>
      ordered(await orders.retryInit({ batchId: id }, asked)),
    retryMember: async ({ params: { id, memberId }, asked }) =>
      ordered(await orders.retryMember({ batchId: id, memberId }, asked)),
    retryStep: async ({ params: { id, stepId }, asked }) =>
      ordered(await orders.retryStep({ batchId: id, executionId: stepId }, asked)),
    skipStep: async ({ params: { id, stepId }, body: { reason }, asked }) =>
      ordered(await orders.skipStep({ batchId: id, executionId: stepId, reason }, asked)),
    failStep: async ({ params: { id, stepId }, body: { reason }, asked }) =>
      ordered(await orders.failStep({ batchId: id, executionId: stepId, reason }, asked)),
    approveRemovals: async ({ params: { id }, body: { memberIds }, asked }) => {
      const request = { batchId: id, ...(memberIds === null ? {} : { memberIds }) };
      const answer = await orders.approveRemovals(request, asked);
      if (!answer.ok) return orderRefused(answer.error);
      return ok({ ...done(answer.value), members: answer.value.members });
    },
    setBudget: async ({ params: { id }, body: { budget }, asked }) =>
      ordered(await orders.setBudget({ batchId: id, budget }, asked)),
    dismissAttention: async ({ params: { id }, body: { subject }, asked }) =>
      ordered(await orders.dismiss({ batchId: id, subject }, asked)),
  };
};

/** What was set going is read from the batch right after: init, or the phase that began. */
async function advance(
  { orders, reports }: Parts,
  { params: { id }, asked }: Inquiry<typeof ROUTES.advanceBatch>,
) {
  const answer = await orders.advance({ batchId: id }, asked);
  if (!answer.ok) return orderRefused(answer.error);
  const phases = await reports.phases(id);
  if (!phases.ok) return storeAway(phases.error);
  const begun = phases.value
    .filter(({ dispatchedAt }) => dispatchedAt !== null)
    .toSorted((a, b) => (a.dispatchedAt ?? "").localeCompare(b.dispatchedAt ?? "") || a.id - b.id)
    .at(-1);
  if (begun === undefined) {
    return ok({ id, dispatched: "init" as const, phaseName: null, phaseExecutionId: null });
  }
  const { phaseName, id: phaseExecutionId } = begun;
  return ok({ id, dispatched: "phase" as const, phaseName, phaseExecutionId });
}

async function cancel(
  { orders, reports }: Parts,
  { params: { id }, body: { reason }, asked }: Inquiry<typeof ROUTES.cancelBatch>,
): Promise<
  Answer<{
    id: typeof id;
    status: "detected" | "init_dispatched" | "active" | "completed" | "failed";
    statusReason: "cancelling" | "cancelled";
  }>
> {
  const answer = await orders.cancel(
    { batchId: id, ...(reason === null ? {} : { reason }) },
    asked,
  );
  if (!answer.ok) return orderRefused(answer.error);
  const found = await reports.batch(id);
  if (!found.ok) return storeAway(found.error);
  if (found.value === null) return unknownBatch(id);
  const { status, statusReason } = found.value;
  return ok({
    id,
    status,
    statusReason: statusReason === "cancelled" ? "cancelled" : "cancelling",
  });
}
