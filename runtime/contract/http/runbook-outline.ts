/** A runbook as pages draw it, every default filled in. */
import { z } from "zod";

const seconds = () => z.int().min(0);

export const OutlineStep = z.object({
  name: z.string(),
  workerId: z.string(),
  functionName: z.string().describe("It may contain variables."),
  params: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.string()).describe("Variable → field of the result."),
  sensitive: z
    .array(z.string())
    .describe("Params and outputs whose values nobody is shown, marked or following from a mark."),
  onFailure: z.string().nullable().describe("The rollback that undoes it."),
  poll: z.object({ intervalSec: seconds(), timeoutSec: seconds() }).nullable(),
  maxRetries: z.int().min(0),
  retryIntervalSec: seconds(),
});
export type OutlineStep = Readonly<z.output<typeof OutlineStep>>;

const steps = z.array(OutlineStep);

export const RunbookOutline = z.object({
  source: z.object({
    type: z.string(),
    connection: z.string().nullable(),
    query: z.string().nullable(),
    primaryKey: z.string(),
    batchTimeColumn: z.string().nullable().describe("Null: batches begin at once."),
    columns: z.array(z.string()).nullable(),
    sensitive: z.array(z.string()).describe("Columns whose values nobody is shown."),
  }),
  timeZone: z.string(),
  init: steps,
  phases: z.array(
    z.object({
      name: z.string(),
      offsetMinutes: z.int().min(0).describe("Before the cut-over."),
      barrier: z.boolean(),
      completion: z.enum(["any", "all"]),
      gate: z.enum(["previous_phase", "none"]),
      steps,
    }),
  ),
  onMemberRemoved: steps,
  finalize: steps,
  rollbacks: z.array(z.object({ name: z.string(), steps })),
});
export type RunbookOutline = Readonly<z.output<typeof RunbookOutline>>;
