/** An answer that says no, as a failure. Graph, ARM, Key Vault and Exchange wrap their errors
 *  alike: `{ error: { code, message, details } }`. Their texts go on to people, cut and scrubbed;
 *  a redirect is a no as well. */
import { z } from "zod";
import type { TenantFailure } from "../../failure.ts";
import type { Answered } from "./call.ts";

const ErrorBody = z.object({
  error: z.object({
    code: z.string().catch(""),
    message: z.string().catch(""),
    details: z
      .array(z.object({ code: z.string().catch(""), message: z.string().catch("") }))
      .catch([]),
  }),
});

export type ServiceError = {
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly code: string; readonly message: string }[];
};

const MESSAGE_CHARS_MAX = 600;

export function serviceError({ status, body }: Answered): ServiceError {
  const parsed = ErrorBody.safeParse(body);
  if (parsed.success) return parsed.data.error;
  return { code: `status-${status}`, message: "The answer has no reason in it.", details: [] };
}

const hasReason = ({ body }: Answered): boolean => ErrorBody.safeParse(body).success;

export type Scrub = (text: string) => string;

/** `conflict` comes from the service's own code book; the rest is HTTP. */
export function failureOf(answer: Answered, scrub: Scrub, isConflict: boolean): TenantFailure {
  const { status } = answer;
  const { code: given, message: text } = serviceError(answer);
  const code = scrub(given).slice(0, MESSAGE_CHARS_MAX);
  const message = scrub(text).slice(0, MESSAGE_CHARS_MAX);
  if (isConflict || status === 409) return { kind: "conflict", code, message };
  // Without a reason in it, the 404 may come from anybody on the way: nothing is known absent.
  if (status === 404 && hasReason(answer)) return { kind: "not-found", code, message };
  return { kind: "refused", status, code, message };
}
