/** The report as a pull request shows it: the verdict first, what is long folded away.
 *  K1. Text of the program never becomes markup: it is put in code or has its marks escaped. */
import type { ResourceChange } from "./diff.ts";
import { masked } from "./plan.ts";
import { type Finding, findingsWith } from "./policy.ts";
import { renderText } from "./render-text.ts";
import {
  type Comparison,
  changeCounts,
  type Report,
  refusals,
  rightsIn,
  shortType,
  signOf,
} from "./report.ts";

/** Names, paths and values hold no newline; a backtick would end the code, a bar the cell. */
const code = (text: string): string =>
  `\`${text.replaceAll("`", "'").replaceAll("|", "\\|").replaceAll(/\s+/g, " ")}\``;

const plain = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|#]/g, "\\$&").replaceAll(/\s+/g, " ");

const html = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const folded = (summary: string, lines: readonly string[]): readonly string[] => [
  "<details>",
  `<summary>${summary}</summary>`,
  "",
  ...lines,
  "",
  "</details>",
  "",
];

/** A fence longer than any run of backticks inside. */
function fenced(text: string): readonly string[] {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}text`, text.trimEnd(), fence];
}

const changeLines = (change: ResourceChange): readonly string[] => [
  `- ${code(signOf(change))} ${code(change.name)} (${code(shortType(change.type))})`,
  ...change.properties.map(
    ({ path, before, after }) =>
      `  - ${code(path)}: ${code(masked(before ?? "(none)"))} → ${code(masked(after ?? "(none)"))}`,
  ),
];

function comparisonLines({ ref, note, changes }: Comparison): readonly string[] {
  if (changes.length === 0) return [`No change against ${code(ref)}.`, ""];
  const counts = changeCounts(changes);
  if (note !== null)
    return [`Against ${code(ref)}: ${counts}. ${plain(note)}: everything counts as new.`, ""];
  return folded(`Against <code>${html(ref)}</code>: ${counts}`, changes.flatMap(changeLines));
}

const findingLine = ({ outcome, policy, urn, message }: Finding): string =>
  `- **${outcome}** ${code(policy)} on ${code(urn.split("::").at(-1) ?? urn)}: ${plain(message)}`;

function verdictLines({ verdict }: Report): readonly string[] {
  const undecided = findingsWith(verdict, "undecided").length;
  const off = verdict.switchedOff.map(code).join(", ");
  return [
    `Policies: ${verdict.rules.length} rules of ${code(verdict.pack)}; ` +
      `${findingsWith(verdict, "violation").length} violations, ${undecided} could not decide yet` +
      `${off === "" ? "" : `; switched off for this stack: ${off}`}.`,
    "",
    ...verdict.findings.map(findingLine),
    ...(verdict.findings.length === 0 ? [] : [""]),
  ];
}

function rightLines(report: Report): readonly string[] {
  const states = ["equal", "excess", "missing", "not in the program yet"] as const;
  const counts = states.map((state) => `${rightsIn(report, state).length} ${state}`).join(", ");
  const rows = report.rights.map(
    ({ holder, role, on, state }) => `| ${code(holder)} | ${role} | ${code(on)} | ${state} |`,
  );
  return folded(`Rights against the blueprint: ${counts}`, [
    "| Holder | Role | On | State |",
    "|---|---|---|---|",
    ...rows,
  ]);
}

const coverageLines = (report: Report): readonly string[] =>
  folded("How much of the blueprint the program builds", [
    "| What | Built | Not in the program yet |",
    "|---|---|---|",
    ...report.coverage.map(
      ({ what, built, absent }) =>
        `| ${what} | ${built.length} of ${built.length + absent.length} ` +
        `| ${absent.map(code).join(", ")} |`,
    ),
  ]);

export function renderMarkdown(report: Report): string {
  const reasons = refusals(report);
  const verdict = reasons.length === 0 ? "in order" : `refused: ${reasons.join("; ")}`;
  return [
    `### Estate ${code(report.stack)}: ${verdict}`,
    "",
    ...(report.comparison === null ? [] : comparisonLines(report.comparison)),
    ...verdictLines(report),
    ...rightLines(report),
    ...coverageLines(report),
    ...folded(`All ${report.plan.size} resources and details`, fenced(renderText(report))),
  ].join("\n");
}
