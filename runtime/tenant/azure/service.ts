/** The services of a tenant: where each is, for whom its tokens are made, and whose permits its
 *  calls take. */
import type { Throttle } from "../../throttle/budget.ts";
import type { Clock } from "../../time/clock.ts";
import type { ApiFamily } from "../failure.ts";
import type { SessionOf } from "../tenant.ts";
import type { TokenSource } from "../tokens.ts";
import type { CallContext, Service } from "./http/call.ts";
import { permitWithin } from "./http/permit.ts";
import { requestIdOf } from "./http/request-id.ts";

/** Without a slash at their ends. */
export type TenantAddresses = Readonly<Record<ApiFamily, string>>;

export type ServiceParts = {
  readonly tenantId: string;
  readonly tokens: TokenSource;
  readonly throttle: Throttle;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Takes secrets out of texts that services wrote. */
  readonly scrub: (text: string) => string;
};

/** Fixed, so that no configuration can have a token made for somebody else (R52). */
const SCOPES: Readonly<Record<ApiFamily, string>> = {
  graph: "https://graph.microsoft.com/.default",
  exchange: "https://outlook.office365.com/.default",
  arm: "https://management.azure.com/.default",
  vault: "https://vault.azure.net/.default",
};

export function serviceOf(parts: ServiceParts, family: ApiFamily, address: string): Service {
  const { tokens, clock, fetch, randomBytes } = parts;
  const chance = (): number => (randomBytes(1)[0] ?? 0) / 256;
  const heard = { trouble: null };
  return { family, address, scope: SCOPES[family], tokens, clock, fetch, chance, heard };
}

/** Whose limit a call counts against. Sending mail is limited by mailbox, beside the directory:
 *  a full mailbox must not stop everybody who looks for a user. */
type LimitFamily = ApiFamily | "graph-mail";

/** A job's calls take permits of its batch. */
export function contextOf(
  { tenantId, throttle, clock }: ServiceParts,
  family: LimitFamily,
  { jobId, batchId, signal }: SessionOf,
): CallContext {
  const budget = throttle.budgetOf({ tenantId, family });
  return {
    signal,
    requestId: requestIdOf(jobId),
    permit: (calls, patienceMs) =>
      permitWithin(budget, clock, { batchId, calls, signal, patienceMs }),
  };
}
