/** The report for programs: JSON lines, each a fact under the name of its kind, the summary last.
 *  Secrets stay masked. */
import { type ResourceChange, spelled } from "./diff.ts";
import { masked, type PlanEntry } from "./plan.ts";
import { type Report, refusals } from "./report.ts";
import { summaryOf } from "./summary.ts";

const resource = ({ urn, type, name, parent, properties }: PlanEntry) => ({
  urn,
  type,
  name,
  parent: parent === "" ? null : parent,
  properties: Object.fromEntries([...properties].map(([path, text]) => [path, masked(text)])),
});

/** The line's one key says what it is about. */
const lines = (kind: string, facts: readonly unknown[]): readonly string[] =>
  facts.map((fact) => JSON.stringify({ [kind]: fact }));

const change = ({ properties, ...rest }: ResourceChange) => ({
  ...rest,
  properties: properties.map((property) => ({
    path: property.path,
    before: property.before === undefined ? null : spelled(property).then,
    after: property.after === undefined ? null : spelled(property).now,
  })),
});

const comparison = (report: Report): readonly string[] =>
  report.comparison === null
    ? []
    : [
        ...lines("against", [{ ref: report.comparison.ref, note: report.comparison.note }]),
        ...lines("change", report.comparison.changes.map(change)),
        ...lines("gained", report.comparison.rights.gained),
        ...lines("lost", report.comparison.rights.lost),
        ...lines("costChange", report.comparison.cost.changes),
      ];

export function renderJson(report: Report): string {
  return [
    ...lines("resource", [...report.plan.values()].map(resource)),
    ...lines("warning", report.warnings),
    ...comparison(report),
    ...lines("finding", report.verdict.findings),
    ...lines("right", report.rights),
    ...lines("reach", report.reach),
    ...lines("cost", [report.cost]),
    ...lines("coverage", report.coverage),
    ...lines("refusal", refusals(report)),
    JSON.stringify(summaryOf(report)),
    "",
  ].join("\n");
}
