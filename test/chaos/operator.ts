/** The person in a chaos run: whenever a step is held because nobody saw how it ended, the tenant
 *  is asked. What is there is passed over, what is not there is tried again. */
import { StepExecutionId } from "../../runtime/contract/ids.ts";
import type { Exchange } from "../../runtime/hosts/embedded/open-exchange.ts";
import type { Orders } from "../../runtime/orchestrator/orders.ts";
import { stepKeys } from "./state.ts";
import { timesOf } from "./tenant/tenant-functions.ts";

const LOOK_MS = 200;
const MOST = 100;
const ACTOR = "operator";

export type OperatorParts = {
  readonly store: Exchange["store"];
  readonly orders: Pick<Orders, "skipStep" | "retryStep">;
  readonly path: string;
  readonly tenantUrl: string;
};

/** Goes on for as long as the process does. */
export async function operate(parts: OperatorParts): Promise<never> {
  for (;;) {
    await lookOnce(parts);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function lookOnce({ store, orders, path, tenantUrl }: OperatorParts): Promise<void> {
  const open = await store.records.attention(MOST);
  const held = (open.ok ? open.value : []).flatMap(({ subject, batchId }) => {
    const id = /^step:(\d+)$/.exec(subject)?.[1];
    if (id === undefined || batchId === 0) return [];
    return [{ batchId, executionId: StepExecutionId.parse(Number(id)) }];
  });
  const keys = held.length === 0 ? new Map<number, string>() : stepKeys(path);
  for (const step of held) {
    const key = keys.get(step.executionId);
    if (key === undefined) continue;
    const isThere = (await timesOf({ url: tenantUrl }, key)) > 0;
    const reason = "The tenant has it.";
    if (isThere) await orders.skipStep({ ...step, reason }, { actor: ACTOR });
    else await orders.retryStep(step, { actor: ACTOR });
  }
}
