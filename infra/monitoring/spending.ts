/** The budget of the estate: everything with its environment's tag, in whichever resource group.
 *  It tells people; nothing stops by itself when it is spent. */
import { Budget } from "@pulumi/azure-native/consumption/index.js";
import type * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";

const NOTICES = {
  "mostly-spent": { thresholdType: "Actual", threshold: 80 },
  "will-be-spent": { thresholdType: "Forecasted", threshold: 100 },
  spent: { thresholdType: "Actual", threshold: 100 },
} as const;

export function watchSpending(
  name: string,
  estate: Estate,
  { parent, people }: { readonly parent: pulumi.Resource; readonly people: pulumi.Input<string> },
): Budget {
  const { config, subscriptionId } = estate;
  const notices = Object.entries(NOTICES).map(([key, notice]) => [
    key,
    {
      ...notice,
      enabled: true,
      operator: "GreaterThanOrEqualTo",
      contactEmails: [...config.alertEmails],
      contactGroups: [people],
    },
  ]);
  return new Budget(
    `${name}-budget`,
    {
      budgetName: estate.name("budget"),
      scope: `/subscriptions/${subscriptionId}`,
      category: "Cost",
      timeGrain: "Monthly",
      amount: config.budget.monthly,
      timePeriod: { startDate: `${config.budget.from}T00:00:00Z` },
      filter: {
        tags: { name: "environment", operator: "In", values: [config.tags.environment] },
      },
      notifications: Object.fromEntries(notices),
    },
    { parent },
  );
}
