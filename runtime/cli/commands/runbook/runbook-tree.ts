/** A runbook as a tree: what runs, in the order it becomes due, with the marks that matter when
 *  something goes wrong: waiting, retrying, rolling back. */
import { formatDuration } from "../../../domain/duration.ts";
import type { DataSource, Phase, Runbook, Step } from "../../../domain/runbook.ts";
import type { Paint } from "../../output/colour.ts";
import type { TreeNode } from "../../output/tree.ts";
import { visibleLine } from "../../output/visible.ts";

export function runbookTree(runbook: Runbook, paint: Paint): TreeNode {
  const name = paint.strong(visibleLine(runbook.name));
  const about = runbook.description === null ? "" : `  ${firstLine(runbook.description)}`;
  return {
    label: `${name}${about}`,
    children: [
      { label: sourceLabel(runbook, paint), children: [] },
      ...sequence("init", "once for each batch", runbook.init, paint),
      ...inDueOrder(runbook.phases).map((phase) => phaseNode(phase, paint)),
      ...sequence(
        "on member removed",
        "for each member who leaves",
        runbook.onMemberRemoved,
        paint,
      ),
      ...sequence("finalize", "once, at the end of the batch", runbook.finalize, paint),
      ...[...runbook.rollbacks].flatMap(([rollback, steps]) =>
        sequence(`rollback ${visibleLine(rollback)}`, "when a step asks for it", steps, paint),
      ),
    ],
  };
}

const firstLine = (text: string): string => visibleLine(text.trim().split("\n", 1)[0] ?? "");

/** Earliest first; phases that are due together keep the order of the file. */
const inDueOrder = (phases: readonly Phase[]): readonly Phase[] =>
  phases.toSorted((a, b) => b.offsetMinutes - a.offsetMinutes);

function sourceLabel({ source, timeZone }: Runbook, paint: Paint): string {
  const start =
    source.batchTime.kind === "immediate"
      ? "starts at once"
      : `starts at ${source.batchTime.column} (${timeZone})`;
  const marks = [`key ${source.primaryKey}`, start].map(visibleLine).join(" · ");
  return `members from ${visibleLine(sourceName(source))}  ${paint.faint(marks)}`;
}

const sourceName = ({ type, connection }: DataSource): string =>
  connection === null ? type : `${type} ${connection}`;

function phaseNode(phase: Phase, paint: Paint): TreeNode {
  const marks = [
    ...(phase.barrier ? ["all members finish a step before the next begins"] : []),
    ...(phase.completion === "all" ? ["complete when all members are through"] : []),
    ...(phase.gate === "none" ? ["does not wait for the phase before"] : []),
  ];
  const offset = paint.accent(offsetText(phase.offsetMinutes));
  const label = `${offset} ${paint.strong(visibleLine(phase.name))}`;
  return { label: withMarks(label, marks, paint), children: stepNodes(phase.steps, paint) };
}

const offsetText = (minutes: number): string =>
  minutes === 0 ? "T-0" : `T-${formatDuration(minutes * 60)}`;

function sequence(
  title: string,
  when: string,
  steps: readonly Step[],
  paint: Paint,
): readonly TreeNode[] {
  if (steps.length === 0) return [];
  const label = withMarks(paint.strong(title), [when], paint);
  return [{ label, children: stepNodes(steps, paint) }];
}

const stepNodes = (steps: readonly Step[], paint: Paint): readonly TreeNode[] =>
  steps.map((step, index) => {
    const call = visibleLine(`${step.workerId}/${step.function.source}`);
    const label = `${index + 1}. ${visibleLine(step.name)}  ${call}`;
    return { label: withMarks(label, stepMarks(step), paint), children: [] };
  });

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
