/** An agent that loops is noticed by its bill; a budget tells days earlier. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { each, ofTypes } from "../stack-rule.ts";

type Notice = {
  readonly enabled?: boolean;
  readonly contactEmails?: readonly string[];
  readonly contactGroups?: readonly string[];
};

export const budgetPresent = {
  name: "budget-present",
  displayName: "Spending is watched",
  description: "The estate has a budget that tells somebody before it is spent.",
  severity: "low",
  validateStack: ({ resources }, report) => {
    const budgets = ofTypes(resources, "consumption:Budget");
    each(ofTypes(resources, "app:ManagedEnvironment").slice(0, 1), (environment) => {
      if (budgets.length === 0)
        report("Add a Budget with a notification: nobody looks at bills in time.", environment.urn);
    });
    each(budgets, (budget) => {
      const notes: readonly Notice[] = Object.values(budget.props["notifications"] ?? {});
      const told =
        notes.length > 0 &&
        notes.every(
          ({ enabled, contactEmails = [], contactGroups = [] }) =>
            enabled === true && contactEmails.length + contactGroups.length > 0,
        );
      if (!told) report("Give the budget a notification that reaches somebody.", budget.urn);
    });
  },
} satisfies StackValidationPolicy;
