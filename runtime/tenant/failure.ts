/** Why a tenant did not do what it was asked, by what the caller may do next. Clients have
 *  already waited, repeated and read back what they safely could; what arrives here is final for
 *  this call. Sentences are for people and name no secret. */

export type ApiFamily = "graph" | "exchange" | "arm" | "vault";

export type TenantFailure =
  /** Asked to wait longer than this call could. Nothing changed, or a repeat is harmless. */
  | {
      readonly kind: "throttled";
      readonly api: ApiFamily;
      readonly retryAfterSec: number;
      readonly attempts: number;
      readonly message: string;
    }
  /** Something the call names does not exist (yet: directories replicate). Nothing changed. */
  | { readonly kind: "not-found"; readonly code: string; readonly message: string }
  /** Something of that name or with that value exists already. Nothing changed. */
  | { readonly kind: "conflict"; readonly code: string; readonly message: string }
  /** The service said no, and will say no again: permission, bad value, unsupported. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: string;
    }
  /** No answer worth the name. Nothing changed, or a repeat is harmless. */
  | { readonly kind: "unavailable"; readonly code: string; readonly message: string }
  /** The change was sent and its end is unknown, even after looking: a repeat may double it. */
  | { readonly kind: "ambiguous"; readonly code: string; readonly message: string };
