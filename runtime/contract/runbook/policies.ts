/** How a step repeats: after a failure (retry) and until a long operation is over (poll). */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { duration } from "./time-text.ts";

/** Waits grow no further than this unless the author says otherwise. */
export const BACKOFF_DEFAULTS = { factor: 2, max_interval: "1h" } as const;

const backoffCurve = z.strictObject({
  factor: z
    .number()
    .min(1)
    .max(LIMITS.backoffFactorMax)
    .default(BACKOFF_DEFAULTS.factor)
    .meta({ description: "Each wait is the one before times this number.", examples: [2, 1.5] }),
  max_interval: duration()
    .default(BACKOFF_DEFAULTS.max_interval)
    .meta({ description: "No wait between two attempts is longer than this.", examples: ["10m"] }),
});

const backoff = z.union([z.enum(["fixed", "exponential"]), backoffCurve]).meta({
  description:
    "How the waits grow. `fixed` keeps them equal (the default); `exponential` doubles each one " +
    "up to an hour; a mapping sets `factor` and `max_interval` itself.",
  examples: ["exponential", { factor: 2, max_interval: "10m" }],
});

export const retryPolicy = z.strictObject({
  max_retries: z
    .int()
    .min(0)
    .max(LIMITS.retriesMax)
    .meta({
      description:
        "How many further attempts follow a failed one. 0 switches retrying off, also where the " +
        "runbook has a policy for all steps.",
      examples: [0, 2],
    }),
  interval: duration()
    .default("1m")
    .meta({ description: "The wait before the first further attempt.", examples: ["30s", "1m"] }),
  backoff: backoff.optional(),
});

export const pollPolicy = z.strictObject({
  interval: duration().meta({
    description: "How long to wait before asking the worker again. At least one second.",
    examples: ["15m", "30s"],
  }),
  timeout: duration().meta({
    description:
      "How long the operation may take from its first answer on; after that the step has failed " +
      "and is not retried. At least as long as the interval.",
    examples: ["24h", "7d"],
  }),
});

export type RetryDocument = z.output<typeof retryPolicy>;
