/** How many jobs of a worker or of a function may be out at once. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { jsonRequest } from "./json-request.ts";

const KEY_CHARS = 256;
const LimitKey = z
  .string()
  .max(KEY_CHARS)
  .regex(/^(?:worker|function):[A-Za-z0-9._-]+$/)
  .meta({ description: "`worker:{id}` or `function:{name}`.", example: "worker:worker-01" });

export const LimitPath = z.object({ key: LimitKey });
export const limitRequest = jsonRequest(
  z.object({
    most: z.int().min(0).max(LIMITS.membersPerBatch).nullable().describe("Null lifts it."),
  }),
);
const Limit = z.object({ key: LimitKey, most: z.int().min(0) });
export const LimitList = z.object({ items: z.array(Limit) });
export type LimitList = Readonly<z.output<typeof LimitList>>;
