/** One step: a function that a worker runs, for one member or, in `init` and `finalize`, once
 *  for the whole batch. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { pollPolicy, retryPolicy } from "./policies.ts";
import { label, workerId } from "./text.ts";
import { duration } from "./time-text.ts";

export type ParamValue =
  | string
  | number
  | boolean
  | null
  | readonly ParamValue[]
  | { readonly [key: string]: ParamValue };

const paramValue: z.ZodType<ParamValue> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(paramValue),
      z.record(z.string(), paramValue),
    ]),
  )
  .meta({
    id: "paramValue",
    description:
      "Any value: text (with `{{Variable}}` anywhere in it), a number, true or false, null, a " +
      "list or a mapping. Text that is one variable and nothing else takes the variable's own " +
      "type.",
  });

const step = z.strictObject({
  name: label().meta({
    description: "What people call this step in lists, logs and alerts.",
    examples: ["create-user"],
  }),
  worker_id: workerId().meta({
    description: "The pool of workers that runs the function.",
    examples: ["worker-01"],
  }),
  function: z
    .string()
    .min(1)
    .max(LIMITS.templateChars)
    .meta({
      description:
        "The worker's function. It may contain variables; the resolved name must be one that the " +
        "worker offers.",
      examples: ["New-EntraUser", "New-{{ObjectType}}"],
    }),
  params: z
    .record(z.string(), paramValue)
    .default({})
    .meta({
      description:
        "What the function receives, by parameter name. Variables are filled in when the step " +
        "is dispatched, from the member's latest data.",
      examples: [{ UserPrincipalName: "{{UserPrincipalName}}" }],
    }),
  output_params: z
    .record(z.string(), z.string().min(1).max(LIMITS.variableChars))
    .default({})
    .meta({
      description:
        "Keeps fields of the worker's result for later steps of the same member: on the left the " +
        "variable to set, on the right the field to copy.",
      examples: [{ EntraUserId: "UserId" }],
    }),
  sensitive: z
    .array(z.string().min(1).max(LIMITS.variableChars))
    .max(LIMITS.paramsPerStep + LIMITS.outputsPerStep)
    .default([])
    .meta({
      description:
        "Names from `params` and from the left of `output_params` whose values nobody is shown: " +
        "the worker gets them, an output goes on to later steps, people, logs and events get " +
        "[secret]. A param that uses a sensitive column or output is sensitive by itself.",
      examples: [["Note", "AccessPin"]],
    }),
  on_failure: label()
    .optional()
    .meta({
      description: "The rollback to run once this step has failed and no retry is left.",
      examples: ["undo-user"],
    }),
  poll: pollPolicy.optional().meta({
    description:
      "For operations that outlast one answer and for checks: ask the worker again until it is " +
      'done, and fail when the time is up. Without it, "not done yet" counts as success.',
    examples: [{ interval: "15m", timeout: "24h" }],
  }),
  retry: retryPolicy.optional().meta({
    description: "Replaces the runbook's own retry policy for this step; nothing is merged.",
    examples: [{ max_retries: 3, interval: "30s" }],
  }),
  dispatch_timeout: duration()
    .default("24h")
    .meta({
      description:
        "How long one attempt may stay without any answer before it counts as lost and as failed.",
      examples: ["2h"],
    }),
});

const namedStep = step.meta({
  id: "step",
  description: "One function call, for one member or once for the batch.",
});

export const stepList = () => z.array(namedStep).max(LIMITS.stepsPerSequence);

export type StepDocument = z.output<typeof step>;
