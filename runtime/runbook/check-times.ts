/** Durations and offsets: within bounds (R45), and in a sensible relation to each other. Text
 *  that is no duration at all is the shape check's business and is passed over here. */
import { LIMITS } from "../contract/limits.ts";
import { parseDurationSec } from "../domain/duration.ts";
import { parseOffsetMinutes } from "../domain/offset.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, RetryOutline, SequenceOutline, StepOutline, Text } from "./outline.ts";

const SHORTEST = `${LIMITS.pollIntervalSecMin}s`;
const LONGEST_DAYS = LIMITS.durationSecMax / 86_400;

export const checkTimes = (outline: Outline): readonly Finding[] => [
  ...checkRetry(outline.retry),
  ...checkOffsets(outline),
  ...outline.sequences.flatMap(({ steps }) => (steps ?? []).flatMap(checkStep)),
];

function checkStep(step: StepOutline): readonly Finding[] {
  const { where, pollInterval, pollTimeout, dispatchTimeout } = step;
  return [
    ...checkRetry(step.retry),
    ...[pollInterval, pollTimeout, dispatchTimeout].flatMap(tooLong),
    ...tooShort(`${where}.poll.interval`, pollInterval),
    ...tooShort(`${where}.dispatch_timeout`, dispatchTimeout),
    ...checkPoll(step),
    ...checkLostPoll(step),
  ];
}

function checkPoll({ where, pollInterval, pollTimeout }: StepOutline): readonly Finding[] {
  const interval = secondsOf(pollInterval);
  const timeout = secondsOf(pollTimeout);
  if (interval === null || timeout === null || interval <= timeout || pollInterval === null)
    return [];
  const message = `${where}.poll.interval ${pollInterval.value} is longer than the timeout`;
  return [finding("E3301", pollInterval.start, message, "Lengthen the timeout.")];
}

function checkLostPoll({ where, pollTimeout, dispatchTimeout }: StepOutline): readonly Finding[] {
  const timeout = secondsOf(pollTimeout);
  const dispatch = secondsOf(dispatchTimeout);
  if (timeout === null || dispatch === null || dispatch <= timeout || dispatchTimeout === null)
    return [];
  const message = `${where}: dispatch_timeout is longer than poll.timeout`;
  return [finding("W3304", dispatchTimeout.start, message, "Shorten dispatch_timeout.")];
}

function checkRetry({ where, interval, maxInterval }: RetryOutline): readonly Finding[] {
  const first = secondsOf(interval);
  const most = secondsOf(maxInterval);
  const long = [interval, maxInterval].flatMap(tooLong);
  if (first === null || most === null || most >= first || maxInterval === null) return long;
  const message = `${where}: backoff.max_interval is shorter than interval`;
  return [...long, finding("W3305", maxInterval.start, message)];
}

function checkOffsets({ source, sequences }: Outline): readonly Finding[] {
  const immediate = source?.batchTime?.value === "immediate";
  const findings: Finding[] = [];
  let above: { readonly phase: SequenceOutline; readonly minutes: number } | null = null;
  for (const phase of sequences) {
    if (phase.kind !== "phase" || phase.offset === null) continue;
    const { start, value } = phase.offset;
    const parsed = parseOffsetMinutes(value);
    if (!parsed.ok) {
      if (parsed.error.kind === "too-long") findings.push(longer(phase.offset));
      continue;
    }
    if (above !== null && parsed.value > above.minutes) {
      const message = `${phase.where} is due before ${above.phase.where}, which stands above it`;
      findings.push(finding("W3007", start, message, "List the phases earliest first."));
    }
    if (immediate && parsed.value > 0) {
      const message = `${value} is over when an immediate batch starts; the phase is due at once`;
      findings.push(finding("W3008", start, message, "Write T-0, or use batch_time_column."));
    }
    above = { phase, minutes: parsed.value };
  }
  return findings;
}

function tooLong(text: Text | null): readonly Finding[] {
  if (text === null) return [];
  const parsed = parseDurationSec(text.value);
  return !parsed.ok && parsed.error.kind === "too-long" ? [longer(text)] : [];
}

const longer = ({ value, start }: Text): Finding =>
  finding("E3303", start, `${value} is more than ${LONGEST_DAYS} days`);

function tooShort(where: string, text: Text | null): readonly Finding[] {
  const seconds = secondsOf(text);
  if (text === null || seconds === null || seconds >= LIMITS.pollIntervalSecMin) return [];
  return [finding("E3302", text.start, `${where} must be at least ${SHORTEST}`)];
}

function secondsOf(text: Text | null): number | null {
  if (text === null) return null;
  const parsed = parseDurationSec(text.value);
  return parsed.ok ? parsed.value : null;
}
