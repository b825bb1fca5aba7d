/** A memory of budgets that ends with its process: for tests and rehearsals. */
import { ok } from "../../contract/result.ts";
import type { BudgetKey } from "../budget.ts";
import type { Learnt, LearntMemory } from "../learnt.ts";

export function memoryLearnt(): LearntMemory {
  const rows = new Map<string, Learnt>();
  const nameOf = ({ tenantId, family }: BudgetKey): string => JSON.stringify([tenantId, family]);
  return {
    read: async (key) => ok(rows.get(nameOf(key)) ?? null),
    keep: async (key, learnt) => {
      const before = rows.get(nameOf(key));
      const untilMs = Math.max(before?.pausedUntil.getTime() ?? 0, learnt.pausedUntil.getTime());
      const callsPerSec = learnt.callsPerSec ?? before?.callsPerSec ?? null;
      const row = { ...learnt, callsPerSec, pausedUntil: new Date(untilMs) };
      rows.set(nameOf(key), row);
      return ok(row);
    },
  };
}
