/** Draws a runbook's phases on a line towards the cut-over, as SVG with no style of its own.
 *  Phases stand in order at equal distances: days and minutes on one true scale would put all
 *  the phases that matter into one pixel. */
import { escapeHtml } from "./escape.ts";

export type TimelinePhase = {
  readonly name: string;
  /** As written in the runbook: `T-5d`. */
  readonly offset: string;
  readonly steps: readonly string[];
};

const WIDTH = 720;
const HEIGHT = 96;
const MARGIN = 60;
const LINE_Y = 44;
const NAME_CHARS_MAX = 22;

export function runbookTimeline(title: string, phases: readonly TimelinePhase[]): string {
  const gap = phases.length > 1 ? (WIDTH - 2 * MARGIN) / (phases.length - 1) : 0;
  const marks = phases
    .map((phase, index) => phaseMark(phase, WIDTH - MARGIN - (phases.length - 1 - index) * gap))
    .join("");
  const told = phases.map((phase) => `${phase.offset} ${phase.name}`).join(", ");
  // Scrolls on a narrow screen instead of shrinking until nobody can read it.
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(title)}">` +
    `<svg class="timeline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" ` +
    `aria-label="${escapeHtml(`Phases of ${title}: ${told}`)}">` +
    `<line x1="${MARGIN}" y1="${LINE_Y}" x2="${WIDTH - MARGIN}" y2="${LINE_Y}"/>` +
    `${marks}</svg></div>`
  );
}

function phaseMark({ name, offset, steps }: TimelinePhase, x: number): string {
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  const label = name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX - 1)}…` : name;
  return (
    `<g transform="translate(${x.toFixed(1)} ${LINE_Y})">` +
    `<title>${escapeHtml(`${name}: ${steps.join(", ")}`)}</title>` +
    `<text class="offset" y="-18">${escapeHtml(offset)}</text><circle r="7"/>` +
    `<text y="26">${escapeHtml(label)}</text><text class="quiet" y="44">${count}</text></g>`
  );
}
