/** A runbook as a tree: what runs, in the order it becomes due, with the marks that matter when
 *  something goes wrong: waiting, retrying, rolling back. */
import { formatDuration } from "../../../domain/duration.ts";
import type { DataSource, Phase, Runbook, Step } from "../../../domain/runbook.ts";
import { sensitiveNames } from "../../../domain/sensitive-names.ts";
import type { Paint } from "../../output/colour.ts";
import type { TreeNode } from "../../output/tree.ts";
import { visibleLine } from "../../output/visible.ts";

export function runbookTree(runbook: Runbook, paint: Paint): TreeNode {
  const stepNodes: StepNodes = (steps) => nodesOf(steps, runbook.sensitive, paint);
  const name = paint.strong(visibleLine(runbook.name));
  const about = runbook.description === null ? "" : `  ${firstLine(runbook.description)}`;
  return {
    label: `${name}${about}`,
    children: [
      { label: sourceLabel(runbook, paint), children: [] },
      ...sequence("init", "once for each batch", stepNodes(runbook.init), paint),
      ...inDueOrder(runbook.phases).map((phase) => phaseNode(phase, stepNodes, paint)),
      ...sequence(
        "on member removed",
        "for each member who leaves",
        stepNodes(runbook.onMemberRemoved),
        paint,
      ),
      ...sequence("finalize", "once, at the end of the batch", stepNodes(runbook.finalize), paint),
      ...[...runbook.rollbacks].flatMap(([rollback, steps]) => {
        const title = `rollback ${visibleLine(rollback)}`;
        return sequence(title, "when a step asks for it", stepNodes(steps), paint);
      }),
    ],
  };
}

type StepNodes = (steps: readonly Step[]) => readonly TreeNode[];

const firstLine = (text: string): string => visibleLine(text.trim().split("\n", 1)[0] ?? "");

/** Earliest first; phases that are due together keep the order of the file. */
const inDueOrder = (phases: readonly Phase[]): readonly Phase[] =>
  phases.toSorted((a, b) => b.offsetMinutes - a.offsetMinutes);

function sourceLabel({ source, timeZone }: Runbook, paint: Paint): string {
  const start =
    source.batchTime.kind === "immediate"
      ? "starts at once"
      : `starts at ${source.batchTime.column} (${timeZone})`;
  const hidden = source.sensitive.length === 0 ? [] : [`sensitive ${source.sensitive.join(", ")}`];
  const marks = [`key ${source.primaryKey}`, start, ...hidden].map(visibleLine).join(" · ");
  return `members from ${visibleLine(sourceName(source))}  ${paint.faint(marks)}`;
}

const sourceName = ({ type, connection }: DataSource): string =>
  connection === null ? type : `${type} ${connection}`;

function phaseNode(phase: Phase, stepNodes: StepNodes, paint: Paint): TreeNode {
  const marks = [
    ...(phase.barrier ? ["all members finish a step before the next begins"] : []),
    ...(phase.completion === "all" ? ["complete when all members are through"] : []),
    ...(phase.gate === "none" ? ["does not wait for the phase before"] : []),
  ];
  const offset = paint.accent(offsetText(phase.offsetMinutes));
  const label = `${offset} ${paint.strong(visibleLine(phase.name))}`;
  return { label: withMarks(label, marks, paint), children: stepNodes(phase.steps) };
}

const offsetText = (minutes: number): string =>
  minutes === 0 ? "T-0" : `T-${formatDuration(minutes * 60)}`;

function sequence(
  title: string,
  when: string,
  steps: readonly TreeNode[],
  paint: Paint,
): readonly TreeNode[] {
  if (steps.length === 0) return [];
  const label = withMarks(paint.strong(title), [when], paint);
  return [{ label, children: steps }];
}

const nodesOf = (
  steps: readonly Step[],
  sensitive: readonly string[],
  paint: Paint,
): readonly TreeNode[] =>
  steps.map((step, index) => {
    const call = visibleLine(`${step.workerId}/${step.function.source}`);
    const label = `${index + 1}. ${visibleLine(step.name)}  ${call}`;
    const marks = [...stepMarks(step), ...hiddenIn(step, sensitive)];
    return { label: withMarks(label, marks, paint), children: [] };
  });

/** With what a param is sensitive by, where nobody marked it. */
function hiddenIn(step: Step, sensitive: readonly string[]): readonly string[] {
  const names = sensitiveNames(step, sensitive).map(({ name, from }) =>
    from.length === 0 ? name : `${name} (from ${from.join(", ")})`,
  );
  return names.length === 0 ? [] : [visibleLine(`sensitive ${names.join(", ")}`)];
}

function stepMarks({ poll, retry, onFailure }: Step): readonly string[] {
  return [
    ...(poll === null
      ? []
      : [`polls every ${formatDuration(poll.intervalSec)} for ${formatDuration(poll.timeoutSec)}`]),
    ...(retry.maxRetries === 0
      ? []
      : [
          `retries ${retry.maxRetries}× after ${formatDuration(retry.intervalSec)}${growth(retry)}`,
        ]),
    ...(onFailure === null ? [] : [`on failure rollback ${visibleLine(onFailure)}`]),
  ];
}

const growth = ({ backoff }: Step["retry"]): string =>
  backoff === null
    ? ""
    : `, then ×${backoff.factor} up to ${formatDuration(backoff.maxIntervalSec)}`;

const withMarks = (label: string, marks: readonly string[], paint: Paint): string =>
  marks.length === 0 ? label : `${label}  ${paint.faint(marks.join(" · "))}`;
