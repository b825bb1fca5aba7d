/** What of a job must not be told on: the worker that is given it hides it wherever its function
 *  puts it, and hands on the marked fields of the result and nobody shows them. A job without
 *  marks says nothing of them. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";

const names = (most: number) => z.array(z.string().max(LIMITS.variableChars)).max(most).readonly();

export const JobMarks = z
  .object({
    /** Names of parameters. */
    params: names(LIMITS.paramsPerStep),
    /** Texts that such a parameter contains among others. */
    values: z.array(z.string()).readonly(),
    /** Fields of the result. */
    results: names(LIMITS.outputsPerStep),
  })
  .readonly();
export type JobMarks = z.output<typeof JobMarks>;
