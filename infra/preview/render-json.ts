/** The report for programs. Maps become objects, secrets stay masked. */
import { masked, type PlanEntry } from "./plan.ts";
import { type Report, refusals } from "./report.ts";

const show = (text: string | undefined): string | null =>
  text === undefined ? null : masked(text);

const resource = ({ urn, type, name, parent, properties }: PlanEntry) => ({
  urn,
  type,
  name,
  parent: parent === "" ? null : parent,
  properties: Object.fromEntries([...properties].map(([path, text]) => [path, masked(text)])),
});

export function renderJson(report: Report): string {
  const { project, stack, plan, comparison, verdict, rights, coverage } = report;
  const document = {
    project,
    stack,
    refusals: refusals(report),
    resources: [...plan.values()].map(resource),
    comparison: comparison && {
      ...comparison,
      changes: comparison.changes.map((change) => ({
        ...change,
        properties: change.properties.map(({ path, before, after }) => ({
          path,
          before: show(before),
          after: show(after),
        })),
      })),
    },
    verdict,
    rights,
    coverage,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
