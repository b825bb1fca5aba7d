/** One member added by hand: who is left out is a refusal here. */

import type { AddRequest } from "../../../runtime/orchestrator/orders/add-members.ts";
import type { Asked, OrderAnswer } from "../../../runtime/orchestrator/orders/answer.ts";
import { refused } from "../../../runtime/orchestrator/orders/answer.ts";
import type { Orders } from "../../../runtime/orchestrator/orders.ts";

type One = Pick<AddRequest, "batchId"> & AddRequest["members"][number];

export async function addOne(
  { addMembers }: Pick<Orders, "addMembers">,
  { batchId, key, data }: One,
  asked: Asked,
): Promise<OrderAnswer> {
  const answer = await addMembers({ batchId, members: [{ key, data }] }, asked);
  if (!answer.ok) return answer;
  const [left] = answer.value.leftOut;
  return left === undefined ? answer : refused(left.code, left.reason);
}
