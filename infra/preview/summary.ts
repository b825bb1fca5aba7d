/** The report in one line: what a pipeline decides by. */
import { findingsWith } from "./policy.ts";
import { type Report, reachIn, rightsIn } from "./report.ts";

const ENDPOINT = "azure-native:network:PrivateEndpoint";

export const summaryOf = (report: Report) => {
  const { stack, plan, verdict } = report;
  return {
    stack,
    resources: plan.size,
    rules: verdict.rules.length,
    disabled: verdict.switchedOff.length,
    advisory: findingsWith(verdict, "advice").length,
    mandatory: findingsWith(verdict, "violation").length,
    undecided: findingsWith(verdict, "undecided").length,
    exemptions: verdict.exemptions,
    rights: {
      excess: rightsIn(report, "excess").length,
      missing: rightsIn(report, "missing").length,
    },
    privateEndpoints: [...plan.values()].filter(({ type }) => type === ENDPOINT).length,
    unreachable: reachIn(report, "unreachable").length,
    seconds: report.seconds,
  };
};
