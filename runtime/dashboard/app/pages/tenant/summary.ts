/** What the control of the simulated tenant answers: the part of it that is shown. */

export const SIM = "/local/tenant";

export type Summary = {
  readonly tenantId: string;
  readonly domains: readonly string[];
  readonly now: string;
  readonly objects: Readonly<Record<string, number>>;
  readonly faults: { readonly profile: string; readonly rules: number };
  readonly requests: Readonly<
    Record<string, { readonly calls: number; readonly throttled: number; readonly failed: number }>
  >;
};

export type ObjectPage = {
  readonly items: readonly {
    readonly key: string;
    readonly value: Readonly<Record<string, unknown>>;
    readonly changedAt: string | null;
    readonly isNew: boolean;
  }[];
  readonly next: number | null;
  readonly total: number;
};

export type Strike =
  | { readonly kind: "throttle"; readonly retryAfterSec: number }
  | { readonly kind: "error-before" | "error-after"; readonly status: number }
  | { readonly kind: "cut-before" | "cut-after" }
  | { readonly kind: "slow"; readonly ms: number };

export type Rule = {
  readonly family?: string;
  readonly method?: string;
  readonly contains?: string;
  readonly strike: Strike;
  readonly times: number;
};

export type FaultState = {
  readonly profile: { readonly name: string };
  readonly rules: readonly Rule[];
};
