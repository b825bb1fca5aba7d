/** An order with all it is about, chosen once: when it is given again it is the same. */
import type { Asked } from "../../../runtime/orchestrator/orders/answer.ts";
import type { Orders } from "../../../runtime/orchestrator/orders.ts";

export type Target = (
  orders: Orders,
  asked: Asked,
) => Promise<Awaited<ReturnType<Orders["cancel"]>>>;
