/** From a tenant's refusal to a function's failure, in one place: what the engine may do next is
 *  read from the kind, so no function decides it anew. */
import { fail, type Result } from "../../../contract/result.ts";
import type { TenantFailure } from "../../../tenant/failure.ts";
import type { FunctionFailure } from "../../function.ts";

export type Failed = Extract<Result<never, FunctionFailure>, { readonly ok: false }>;

const CODES = {
  "not-found": "not_found",
  conflict: "conflict",
  refused: "refused",
  unavailable: "unavailable",
} as const;

export function failedBy(failure: TenantFailure): Failed {
  const { kind, message } = failure;
  if (kind === "throttled") {
    const { retryAfterSec, attempts } = failure;
    return fail({ kind, message, retryAfterSec, attempts });
  }
  if (kind === "ambiguous") return fail({ kind, code: "ambiguous_end", message });
  return failedWith(CODES[kind], message);
}

export const failedWith = (code: string, message: string): Failed =>
  fail({ kind: "failed", code, message });
