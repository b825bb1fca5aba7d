/** The report for a terminal. */
import type { ResourceChange } from "./diff.ts";
import { masked, type PlanEntry } from "./plan.ts";
import { type Finding, findingsWith } from "./policy.ts";
import {
  type Comparison,
  changeCounts,
  type Report,
  refusals,
  rightsIn,
  shortType,
  signOf,
} from "./report.ts";

const nameOf = (urn: string): string => urn.split("::").at(-1) ?? urn;

function tree(entries: readonly PlanEntry[], parent: string, indent: string): readonly string[] {
  return entries
    .filter((entry) => entry.parent === parent)
    .flatMap((entry) => [
      `${indent}${entry.name}  (${shortType(entry.type)})`,
      ...tree(entries, entry.urn, `${indent}  `),
    ]);
}

const changeLines = (change: ResourceChange): readonly string[] => [
  `  ${signOf(change)} ${change.name}  (${shortType(change.type)})`,
  ...change.properties.map(
    ({ path, before, after }) =>
      `      ${path}: ${masked(before ?? "(none)")} => ${masked(after ?? "(none)")}`,
  ),
];

const comparisonLines = ({ ref, note, changes }: Comparison): readonly string[] => [
  "",
  `Against ${ref}: ${changeCounts(changes)}`,
  ...(note === null ? [] : [`  ${note}: everything counts as new.`]),
  ...changes.flatMap(changeLines),
];

const findingLine = ({ outcome, policy, urn, message }: Finding): string =>
  `  ${outcome}: ${policy}: ${nameOf(urn)}: ${message}`;

function verdictLines(report: Report): readonly string[] {
  const { verdict } = report;
  const count = (outcome: Finding["outcome"]) => findingsWith(verdict, outcome).length;
  const off = verdict.switchedOff.length === 0 ? "none" : verdict.switchedOff.join(", ");
  return [
    "",
    `Policies: ${verdict.pack}, ${verdict.rules.length} rules, ${count("violation")} violations, ` +
      `${count("advice")} advice, ${count("remedied")} put right, ` +
      `${count("undecided")} could not decide before the values exist`,
    `  switched off for this stack: ${off}`,
    ...verdict.findings.map(findingLine),
  ];
}

function rightLines(report: Report): readonly string[] {
  const count = (state: Parameters<typeof rightsIn>[1]) => rightsIn(report, state).length;
  return [
    "",
    `Rights: ${count("equal")} equal, ${count("excess")} excess, ${count("missing")} missing, ` +
      `${count("not in the program yet")} not in the program yet`,
    ...report.rights.map(({ holder, role, on, state }) => `  ${state}: ${holder}: ${role}: ${on}`),
  ];
}

const coverageLines = (report: Report): readonly string[] => [
  "",
  "Of the blueprint, the program builds:",
  ...report.coverage.map(({ what, built, absent }) => {
    const rest = absent.length === 0 ? "" : `; not in the program yet: ${absent.join(", ")}`;
    return `  ${what}: ${built.length} of ${built.length + absent.length}${rest}`;
  }),
];

export function renderText(report: Report): string {
  const entries = [...report.plan.values()];
  const reasons = refusals(report);
  return [
    `Plan of ${report.project}/${report.stack}: ${entries.length} resources`,
    ...tree(entries, "", "  "),
    ...(report.comparison === null ? [] : comparisonLines(report.comparison)),
    ...verdictLines(report),
    ...rightLines(report),
    ...coverageLines(report),
    "",
    reasons.length === 0 ? "In order." : `Refused: ${reasons.join("; ")}.`,
    "",
  ].join("\n");
}
