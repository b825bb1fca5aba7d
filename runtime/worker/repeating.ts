/** What a function's declared traits mean for a job that may come again. */
import type { FunctionManifest } from "../contract/manifest.ts";

type Traits = Pick<FunctionManifest, "effect" | "idempotency">;

/** A read changes nothing and a natural key refuses the second; only the rest is written down. */
export const needsLedger = ({ effect, idempotency }: Traits): boolean =>
  effect === "write" && idempotency !== "natural-key";

/** Once begun, running it again could double its effect (R09). */
export const mayNotRepeat = ({ effect, idempotency }: Traits): boolean =>
  effect === "write" && idempotency === "none";
