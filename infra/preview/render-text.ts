/** The report for a terminal. */

import { costStep, dearest, signed, UNIT } from "./cost/cost-text.ts";
import { changeCounts, type ResourceChange, signOf, spelled } from "./diff.ts";
import type { PlanEntry } from "./plan.ts";
import { type Finding, findingsWith } from "./policy.ts";
import { type Comparison, type Report, reachIn, refusals, rightsIn, shortType } from "./report.ts";
import type { Right } from "./rights.ts";

const nameOf = (urn: string): string => urn.split("::").at(-1) ?? urn;

/** Signs stand before what changes, and nothing before what stays. */
export function treeOf(report: Report): readonly string[] {
  const children = Map.groupBy(report.plan.values(), ({ parent }) => parent);
  const signs = new Map(report.comparison?.changes.map((one) => [one.urn, signOf(one)]));
  const below = (parent: string, indent: string): readonly string[] =>
    (children.get(parent) ?? []).flatMap((entry: PlanEntry) => [
      `${signs.get(entry.urn) ?? " "} ${indent}${entry.name}  (${shortType(entry.type)})`,
      ...below(entry.urn, `${indent}  `),
    ]);
  return below("", "");
}

const changeLines = (change: ResourceChange): readonly string[] => [
  `  ${signOf(change)} ${change.name}  (${shortType(change.type)})`,
  ...change.properties.map((property) => {
    const { then, now } = spelled(property);
    return `      ${property.path}: ${then} => ${now}`;
  }),
];

const rightLine =
  (sign: string) =>
  ({ holder, role, on }: Right): string =>
    `  ${sign} ${holder}: ${role} on ${on}`;

function comparisonLines(report: Report, comparison: Comparison): readonly string[] {
  const { ref, note, changes, rights, cost } = comparison;
  return [
    "",
    `Against ${ref}: ${changeCounts(changes)}`,
    ...(note === null ? [] : [`  ${note}: everything counts as new.`]),
    ...changes.flatMap(changeLines),
    `Rights against ${ref}: ${rights.gained.length} gained, ${rights.lost.length} lost`,
    ...rights.gained.map(rightLine("+")),
    ...rights.lost.map(rightLine("-")),
    `Cost against ${ref}: ${costStep(comparison, report)}`,
    ...cost.changes.map(({ name, before, after }) => `  ${signed(after - before)}  ${name}`),
  ];
}

const findingLine = ({ outcome, policy, urn, message }: Finding): string =>
  `  ${outcome}: ${policy}: ${nameOf(urn)}: ${message}`;

function verdictLines({ verdict }: Report): readonly string[] {
  const count = (outcome: Finding["outcome"]) => findingsWith(verdict, outcome).length;
  const off = verdict.switchedOff.length === 0 ? "none" : verdict.switchedOff.join(", ");
  return [
    "",
    `Policies: ${verdict.pack}, ${verdict.rules.length} rules, ${count("violation")} violations, ` +
      `${count("advice")} advice, ${count("remedied")} put right, ` +
      `${verdict.exemptions.length} exempt, ` +
      `${count("undecided")} could not decide before the values exist`,
    `  switched off for this stack: ${off}`,
    ...verdict.exemptions.map(
      ({ rule, resource, reason }) => `  exempt: ${rule}: ${resource}: ${reason}`,
    ),
    ...verdict.findings.map(findingLine),
  ];
}

const MARKS = { equal: "=", excess: "+", missing: "-", "waits for code": "?" } as const;

/** Identity by identity; role and scope on a line, with a mark for its state. */
function rightLines(report: Report): readonly string[] {
  const count = (state: Parameters<typeof rightsIn>[1]) => rightsIn(report, state).length;
  return [
    "",
    `Rights: ${count("equal")} as in the blueprint (=), ${count("excess")} more (+), ` +
      `${count("missing")} less (-), ${count("waits for code")} that come with code (?)`,
    ...[...Map.groupBy(report.rights, ({ holder }) => holder)].flatMap(([holder, rows]) => [
      `  ${holder}`,
      ...rows.map(({ role, on, state }) => `    ${MARKS[state]} ${role} on ${on}`),
    ]),
  ];
}

function reachLines(report: Report): readonly string[] {
  const count = (state: Parameters<typeof reachIn>[1]) => reachIn(report, state).length;
  return [
    "",
    `Reach: ${count("reachable")} reachable, ${count("unreachable")} unreachable, ` +
      `${count("not in the program yet")} not in the program yet`,
    ...[...Map.groupBy(report.reach, ({ from }) => from)].flatMap(([from, rows]) => [
      `  ${from}${rows[0]?.shipped === false ? " (no code yet)" : ""}`,
      ...rows.slice(0, 1).flatMap(({ why }) => (why === undefined ? [] : [`    ${why}`])),
      ...rows.map(
        ({ to, state, how }) => `    ${to}: ${state === "reachable" ? "" : `${state}: `}${how}`,
      ),
    ]),
  ];
}

const costLines = (report: Report): readonly string[] => [
  "",
  `Cost: ${report.cost.units} units a month (${UNIT})`,
  ...dearest(report).map((line) => `  ${line}`),
];

const coverageLines = (report: Report): readonly string[] => [
  "",
  "Of the blueprint, the program builds:",
  ...report.coverage.map(({ what, built, absent }) => {
    const rest = absent.length === 0 ? "" : `; not in the program yet: ${absent.join(", ")}`;
    return `  ${what}: ${built.length} of ${built.length + absent.length}${rest}`;
  }),
];

export function renderText(report: Report): string {
  const reasons = refusals(report);
  return [
    `Plan of ${report.project}/${report.stack}: ${report.plan.size} resources`,
    ...treeOf(report),
    ...(report.comparison === null ? [] : comparisonLines(report, report.comparison)),
    ...verdictLines(report),
    ...rightLines(report),
    ...reachLines(report),
    ...costLines(report),
    ...coverageLines(report),
    "",
    ...report.warnings,
    ...(report.warnings.length === 0 ? [] : [""]),
    reasons.length === 0 ? "In order." : `Refused: ${reasons.join("; ")}.`,
    "",
  ].join("\n");
}
