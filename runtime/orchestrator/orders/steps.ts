/** Orders about one step that a person is asked about: try it again, accept that it failed, or
 *  pass it over. The last two need a reason; it is kept in the log. */
import type { BatchId, StepExecutionId } from "../../contract/ids.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { Asked, OrderAnswer } from "./answer.ts";
import { refused } from "./answer.ts";
import { byOrder, type Desk, notDone, orderOf } from "./desk.ts";
import { once } from "./once.ts";

export type StepRequest = {
  readonly batchId: BatchId;
  readonly executionId: StepExecutionId;
};
export type ReasonedRequest = StepRequest & { readonly reason: string };

export const retryStep =
  (desk: Desk) =>
  (request: StepRequest, asked: Asked): Promise<OrderAnswer> =>
    once(desk, asked, { order: "retry-step", ...request }, async (kept) => {
      const { batchId, executionId } = request;
      const held = await desk.store.lookups.heldElsewhere(batchId, executionId);
      if (!held.ok) return notDone(held.error);
      const by = byOrder(asked, "retry-step");
      const ifSeq = asked.ifSeq ?? null;
      const heldBy = held.value;
      const input = { kind: "retry-step", by, ifSeq, executionId, heldBy } as const;
      return orderOf(desk, batchId, input, kept, {});
    });

export const failStep =
  (desk: Desk) =>
  async (request: ReasonedRequest, asked: Asked): Promise<OrderAnswer> => {
    const reason = reasonIn(request);
    if (reason === null) return refused("no-reason");
    return once(desk, asked, { order: "fail-step", ...request }, (kept) => {
      const { batchId, executionId } = request;
      const { actor, cause } = byOrder(asked, "fail-step");
      const by = { actor, cause: `${cause}: ${reason}` };
      const input = { kind: "fail-step", by, ifSeq: asked.ifSeq ?? null, executionId } as const;
      return orderOf(desk, batchId, input, kept, {});
    });
  };

export const skipStep =
  (desk: Desk) =>
  async (request: ReasonedRequest, asked: Asked): Promise<OrderAnswer> => {
    const reason = reasonIn(request);
    if (reason === null) return refused("no-reason");
    return once(desk, asked, { order: "skip-step", ...request }, async (kept) => {
      const { batchId, executionId } = request;
      const whom = { members: [], executions: [executionId] };
      const busy = await desk.store.lookups.busyElsewhere(batchId, whom);
      if (!busy.ok) return notDone(busy.error);
      const [waitsFor = null] = busy.value.values();
      const held = await desk.store.lookups.heldElsewhere(batchId, executionId);
      if (!held.ok) return notDone(held.error);
      const by = byOrder(asked, "skip-step");
      const ifSeq = asked.ifSeq ?? null;
      const whose = { waitsFor, heldBy: held.value };
      const input = { kind: "skip-step", by, ifSeq, executionId, reason, ...whose } as const;
      return orderOf(desk, batchId, input, kept, {});
    });
  };

function reasonIn({ reason }: ReasonedRequest): string | null {
  const text = reason.trim();
  return text === "" || text.length > LIMITS.descriptionChars ? null : text;
}
