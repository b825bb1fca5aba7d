/** The budgets of a host: one per tenant and API family, for all of its workers. */
import type { Clock } from "../../time/clock.ts";
import type { Budget, Throttle } from "../budget.ts";
import type { LearntMemory } from "../learnt.ts";
import { openBudget } from "./open-budget.ts";

export type GovernorParts = {
  readonly clock: Clock;
  readonly memory: LearntMemory;
  /** From 0 to 1, for pauses whose length nobody told. */
  readonly chance: () => number;
};

export function adaptiveThrottle(parts: GovernorParts): Throttle {
  const budgets = new Map<string, Budget>();
  return {
    budgetOf: (key) => {
      const name = JSON.stringify([key.tenantId, key.family]);
      const budget = budgets.get(name) ?? openBudget(key, parts);
      budgets.set(name, budget);
      return budget;
    },
  };
}
