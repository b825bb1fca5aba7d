/** Every error body of the API: RFC 9457 with a stable code, the correlation id under which
 *  the logs tell the rest, and, for input that was looked at, all of its problems. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { PROBLEM_CODES, type ProblemCode } from "./problem-codes.ts";

export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** One finding in a request or in the runbook or CSV inside it. */
export const InputProblem = z.object({
  code: z.string().min(1).max(LIMITS.nameChars),
  severity: z.enum(["error", "warning"]),
  message: z.string().min(1),
  /** What to do next; null when the message says it all. */
  hint: z.string().nullable(),
  /** Field of the body, dotted; null when the place is a line of a file. */
  field: z.string().nullable(),
  /** 1-based; null when there is no file. */
  line: z.int().min(1).nullable(),
  col: z.int().min(1).nullable(),
});
export type InputProblem = Readonly<z.output<typeof InputProblem>>;

export const ProblemDetails = z.object({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.int().min(400).max(599),
  detail: z.string().exactOptional(),
  instance: z.string().exactOptional(),
  /** Scripts may match it. */
  code: z.enum(Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]]),
  correlationId: z.string().min(1).max(LIMITS.messageIdChars),
  problems: z.array(InputProblem).max(LIMITS.problemsPerFile).exactOptional(),
});
export type ProblemDetails = Readonly<z.output<typeof ProblemDetails>>;
