/** A batch is there and may begin (M-040, O-003). One that has begun takes no notice. */
import type { BatchInit } from "../contract/messages/batch-init.ts";
import type { Handler } from "./handler.ts";

export const onBatchInit: Handler<BatchInit> = {
  guard: "state",
  turn: ({ batchId }, by) => ({ kind: "input", batchId, input: { kind: "batch-detected", by } }),
};
