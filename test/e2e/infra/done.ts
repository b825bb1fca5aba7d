/** What came of an operation: the CLI's words, and its events, which say of each resource what was
 *  planned for it and of each rule what it found. */
import { z } from "zod";
import { eventsIn, type Ran } from "./pulumi-cli.ts";

const Event = z.object({
  resourcePreEvent: z
    .object({
      metadata: z.object({
        op: z.string(),
        urn: z.string(),
        type: z.string(),
        diffs: z.array(z.string()).nullish(),
        detailedDiff: z.record(z.string(), z.unknown()).nullish(),
      }),
    })
    .optional(),
  policyEvent: z
    .object({
      resourceUrn: z.string().default(""),
      message: z.string(),
      policyName: z.string(),
      enforcementLevel: z.string(),
    })
    .optional(),
});

export type Step = {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  /** The properties that differ, as narrow as the provider can say. */
  readonly changed: readonly string[];
};

export type Judgement = {
  readonly policy: string;
  readonly urn: string;
  readonly level: string;
  readonly message: string;
};

export type Done = Ran & {
  readonly steps: readonly Step[];
  readonly judgements: readonly Judgement[];
};

export async function doneBy(ran: Ran, log: string): Promise<Done> {
  const events = (await eventsIn(log)).map((event) => Event.parse(event));
  const steps = events.flatMap(({ resourcePreEvent: event }): readonly Step[] => {
    if (event === undefined) return [];
    const { op, urn, type, diffs, detailedDiff } = event.metadata;
    return [
      {
        op,
        urn,
        type,
        changed: Object.keys(detailedDiff ?? {}).concat(detailedDiff ? [] : (diffs ?? [])),
      },
    ];
  });
  const judgements = events.flatMap(({ policyEvent: event }): readonly Judgement[] => {
    if (event === undefined) return [];
    const { policyName, resourceUrn, enforcementLevel, message } = event;
    return [{ policy: policyName, urn: resourceUrn, level: enforcementLevel, message }];
  });
  return { ...ran, steps, judgements };
}

/** What is in the program or made by it; the stack and its default providers are Pulumi's. */
export const isOurs = ({ type, urn }: { readonly type: string; readonly urn: string }): boolean =>
  type !== "pulumi:pulumi:Stack" && !/::pulumi:providers:[^:]+::default[^:]*$/.test(urn);

/** `same` and `read` change nothing. */
export const changes = ({ steps }: Done): readonly Step[] =>
  steps.filter((step) => isOurs(step) && !["same", "read"].includes(step.op));
