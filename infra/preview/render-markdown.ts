/** The report as a pull request shows it: the verdict first, what is long folded away.
 *  K1. Text of the program never becomes markup: it is put in code or has its marks escaped. */
import { costStep, dearest, signed, UNIT } from "./cost/cost-text.ts";
import { changeCounts, type ResourceChange, signOf, spelled } from "./diff.ts";
import { type Finding, findingsWith } from "./policy.ts";
import { treeOf } from "./render-text.ts";
import { type Comparison, type Report, reachIn, refusals, rightsIn, shortType } from "./report.ts";
import type { Right, RightState } from "./rights.ts";

/** Names, paths and values hold no newline; a backtick would end the code, a bar the cell. */
const code = (text: string): string =>
  `\`${text.replaceAll("`", "'").replaceAll("|", "\\|").replaceAll(/\s+/g, " ")}\``;

const plain = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|#]/g, "\\$&").replaceAll(/\s+/g, " ");

const html = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What a comment can hold is shared by its parts; GitHub refuses more than 65,536 characters. */
const COMMENT_CHARS_MAX = 60_000;
const PART_CHARS_MAX = 20_000;

/** As many whole lines as fit, and how many did not. */
function capped(lines: readonly string[]): readonly string[] {
  let chars = 0;
  const fit = lines.findIndex((line) => {
    chars += line.length + 1;
    return chars > PART_CHARS_MAX;
  });
  if (fit < 0) return lines;
  return [...lines.slice(0, fit), "", `… and ${lines.length - fit} more lines.`];
}

const folded = (summary: string, lines: readonly string[]): readonly string[] => [
  "<details>",
  `<summary>${summary}</summary>`,
  "",
  ...lines,
  "",
  "</details>",
  "",
];

/** Parts in order of what matters; those that do not fit are left out as a whole and counted. */
function fitted(parts: readonly (readonly string[])[], stack: string): string {
  const texts = parts.map((lines) => lines.join("\n"));
  let chars = 0;
  const fit = texts.filter((text) => {
    chars += text.length + 1;
    return chars <= COMMENT_CHARS_MAX;
  });
  const left = texts.length - fit.length;
  const note =
    left === 0
      ? []
      : [`${left} parts are too long: \`npm run -s preview -- --stack ${stack}\` has them.`, ""];
  return [...fit, ...note].join("\n");
}

/** A fence longer than any run of backticks inside. */
function fenced(text: string): readonly string[] {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}text`, text.trimEnd(), fence];
}

const changeLines = (change: ResourceChange): readonly string[] => [
  `- ${code(signOf(change))} ${code(change.name)} (${code(shortType(change.type))})`,
  ...change.properties.map((property) => {
    const { then, now } = spelled(property);
    return `  - ${code(property.path)}: ${code(then)} → ${code(now)}`;
  }),
];

const rightLine =
  (sign: string) =>
  ({ holder, role, on }: Right): string =>
    `- ${sign} ${code(holder)}: ${plain(role)} on ${code(on)}`;

function rightsChangeLines({ rights: { gained, lost } }: Comparison): readonly string[] {
  if (gained.length + lost.length === 0) return ["Nobody gains or loses a right.", ""];
  return folded(`Who may do what: ${gained.length} rights gained, ${lost.length} lost`, [
    ...capped([...gained.map(rightLine("gains")), ...lost.map(rightLine("loses"))]),
  ]);
}

function costChangeLines(report: Report, comparison: Comparison): readonly string[] {
  const step = costStep(comparison, report);
  const { changes } = comparison.cost;
  if (changes.length === 0) return [`Cost: ${step} (${UNIT}).`, ""];
  return folded(`Cost: ${html(step)}`, [
    `${UNIT}.`,
    "",
    ...changes.map(({ name, before, after }) => `- ${signed(after - before)} ${code(name)}`),
  ]);
}

function comparisonLines(report: Report, comparison: Comparison): readonly string[] {
  const { ref, note, changes } = comparison;
  if (changes.length === 0) return [`No change against ${code(ref)}.`, ""];
  const counts = changeCounts(changes);
  if (note !== null)
    return [`Against ${code(ref)}: ${counts}. ${plain(note)}: everything counts as new.`, ""];
  return [
    ...folded(`Against <code>${html(ref)}</code>: ${counts}`, capped(changes.flatMap(changeLines))),
    ...rightsChangeLines(comparison),
    ...costChangeLines(report, comparison),
  ];
}

const findingLine = ({ outcome, policy, urn, message }: Finding): string =>
  `- **${outcome}** ${code(policy)} on ${code(urn.split("::").at(-1) ?? urn)}: ${plain(message)}`;

function verdictLines({ verdict }: Report): readonly string[] {
  const count = (outcome: Finding["outcome"]) => findingsWith(verdict, outcome).length;
  const off = verdict.switchedOff.map(code).join(", ");
  return [
    `Policies: ${verdict.rules.length} rules of ${code(verdict.pack)}; ` +
      `${count("violation")} violations, ${count("advice")} advice, ` +
      `${verdict.exemptions.length} exempt, ${count("undecided")} could not decide yet` +
      `${off === "" ? "" : `; switched off for this stack: ${off}`}.`,
    "",
    ...capped([
      ...verdict.exemptions.map(
        ({ rule, resource, reason }) =>
          `- **exempt** ${code(rule)} on ${code(resource)}: ${plain(reason)}`,
      ),
      ...verdict.findings.map(findingLine),
    ]),
    ...(verdict.findings.length + verdict.exemptions.length === 0 ? [] : [""]),
  ];
}

/** Identity by role; the scopes of a role share its row. */
function rightLines(report: Report): readonly string[] {
  const count = (state: RightState) => rightsIn(report, state).length;
  const cells = Map.groupBy(report.rights, ({ holder, role, state }) =>
    [code(holder), plain(role), state === "equal" ? "=" : `**${state}**`].join(" | "),
  );
  const counts =
    `${count("equal")} as in the blueprint, ${count("excess")} more, ` +
    `${count("missing")} less, ${count("waits for code")} that come with code`;
  return folded(`Rights: ${counts}`, [
    "| Identity | Role | State | On |",
    "|---|---|---|---|",
    ...[...cells].map(
      ([cell, rows]) => `| ${cell} | ${rows.map(({ on }) => code(on)).join("<br>")} |`,
    ),
  ]);
}

/** Who has no code yet, each once with the reason. */
function waitingLines({ reach }: Report): readonly string[] {
  const reasons = new Map(reach.map(({ from, why }) => [from, why]));
  const lines = [...reasons].flatMap(([from, why]) =>
    why === undefined ? [] : [`- ${code(from)} has no code yet: ${plain(why)}`],
  );
  return lines.length === 0 ? [] : [...lines, ""];
}

function reachLines(report: Report): readonly string[] {
  const lost = reachIn(report, "unreachable");
  const reached = reachIn(report, "reachable").length;
  return [
    ...lost.map(
      ({ from, to, how }) => `- **unreachable** ${code(to)} from ${code(from)}: ${plain(how)}`,
    ),
    ...(lost.length === 0 ? [] : [""]),
    ...folded(`Reach: ${reached} ways, ${lost.length} unreachable`, [
      ...waitingLines(report),
      "| From | To | How |",
      "|---|---|---|",
      ...report.reach.map(
        ({ from, shipped, to, state, how }) =>
          `| ${code(from)}${shipped ? "" : " (no code yet)"} | ${plain(to)} ` +
          `| ${state === "reachable" ? plain(how) : `**${state}**: ${plain(how)}`} |`,
      ),
    ]),
  ];
}

const costLines = (report: Report): readonly string[] =>
  folded(`Cost: ${report.cost.units} units a month`, [
    `${UNIT}.`,
    "",
    ...dearest(report).map((line) => `- ${plain(line)}`),
  ]);

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

const warningLines = ({ warnings }: Report): readonly string[] =>
  warnings.flatMap((warning) => [`**${plain(warning)}**`, ""]);

export function renderMarkdown(report: Report): string {
  const reasons = refusals(report);
  const verdict = reasons.length === 0 ? "in order" : `refused: ${reasons.join("; ")}`;
  return fitted(
    [
      [`### Estate ${code(report.stack)}: ${verdict}`, ""],
      warningLines(report),
      report.comparison === null ? [] : comparisonLines(report, report.comparison),
      verdictLines(report),
      rightLines(report),
      reachLines(report),
      costLines(report),
      coverageLines(report),
      folded(`All ${report.plan.size} resources`, fenced(capped(treeOf(report)).join("\n"))),
    ],
    report.stack,
  );
}
