/** The one way from text to Runbook: read, check the shape, check the meaning, compile. All
 *  problems come at once, in the order of the file; a Runbook comes only without errors. */
import { LIMITS } from "../contract/limits.ts";
import type { Runbook } from "../domain/runbook.ts";
import { checkMeaning } from "./check-meaning.ts";
import { type IsPolled, NOTHING_POLLED } from "./check-polls.ts";
import { checkShape, type ShapeCheck } from "./check-shape.ts";
import { severityOf } from "./codes.ts";
import { compileRunbook } from "./compile.ts";
import type { Finding } from "./finding.ts";
import { type LineStarts, lineStartsOf, placeOf } from "./line-starts.ts";
import { outlineOf } from "./outline.ts";
import type { Problem } from "./problem.ts";
import { readYaml, withoutMark, type YamlReading } from "./read-yaml.ts";
import type { MapTree } from "./tree.ts";

export type RunbookCheck = {
  readonly problems: readonly Problem[];
  /** Null if and only if a problem is an error. */
  readonly runbook: Runbook | null;
};

export type CheckOptions = { readonly strict: boolean; readonly isPolled?: IsPolled };

export function checkRunbook(
  { file, text: given }: { readonly file: string; readonly text: string },
  options: CheckOptions,
): RunbookCheck {
  const text = withoutMark(given);
  const reading = readYaml(text);
  if (reading.tree === null)
    return { problems: place(file, text, reading.findings), runbook: null };
  const { document, findings: found } = checkTree(reading.tree, text, options);
  const findings = [...reading.findings, ...found, ...inRepeats(reading.other, text, options)];
  const sound = findings.every(({ code }) => severityOf(code) === "warning");
  return {
    problems: place(file, text, findings),
    runbook: sound && document !== null ? compileRunbook(document) : null,
  };
}

function checkTree(tree: MapTree, text: string, options: CheckOptions): ShapeCheck {
  const { strict, isPolled = NOTHING_POLLED } = options;
  const { document, findings } = checkShape(tree, { strict });
  return { document, findings: [...findings, ...checkMeaning(outlineOf(tree), text, isPolled)] };
}

/** A repeated key must not hide what is wrong in its second value. */
function inRepeats(
  other: YamlReading["other"],
  text: string,
  options: CheckOptions,
): readonly Finding[] {
  if (other === null) return [];
  const { findings } = checkTree(other.tree, text, options);
  return findings.filter(({ at }) =>
    other.repeats.some(({ start, end }) => start <= at && at < end),
  );
}

function place(file: string, text: string, findings: readonly Finding[]): readonly Problem[] {
  const starts = lineStartsOf(text);
  const sorted = findings.toSorted((a, b) => a.at - b.at || a.code.localeCompare(b.code));
  const shown = sorted.length > LIMITS.problemsPerFile ? LIMITS.problemsPerFile - 1 : sorted.length;
  const problems = sorted.slice(0, shown).map((one) => toProblem(file, starts, one));
  const rest = sorted.slice(shown);
  return rest.length === 0 ? problems : [...problems, andMore(file, starts, rest)];
}

const toProblem = (file: string, starts: LineStarts, found: Finding): Problem => ({
  file,
  ...placeOf(starts, found.at),
  code: found.code,
  severity: severityOf(found.code),
  message: found.message,
  hint: found.hint,
});

function andMore(file: string, starts: LineStarts, rest: readonly Finding[]): Problem {
  const hasError = rest.some(({ code }) => severityOf(code) === "error");
  return toProblem(file, starts, {
    code: hasError ? "E0001" : "W0001",
    at: rest[0]?.at ?? 0,
    message: `and ${rest.length} more`,
    hint: "Mend the ones above first.",
  });
}
