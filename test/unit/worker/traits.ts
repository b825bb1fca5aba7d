/** The classes of functions, by what a repeat would do. */
import type { FunctionManifest } from "../../../runtime/contract/manifest.ts";

export type Traits = Pick<FunctionManifest, "effect" | "idempotency">;
export const ONCE_ONLY: Traits = { effect: "write", idempotency: "none" };
export const LOOKS_FIRST: Traits = { effect: "write", idempotency: "check-then-act" };
export const NATURAL: Traits = { effect: "write", idempotency: "natural-key" };
