/** What a fault of the platform reads like on the console: a sentence where people meet it in
 *  everyday use, the plain facts of it elsewhere. Faults hold no bodies; an error is told with
 *  where it came from. */
import { sentenceOf } from "../../domain/clock-set-back.ts";
import { formatDuration } from "../../domain/duration.ts";
import type { PlatformFault } from "../embedded/open-platform.ts";

const MINUTE_SEC = 60;

export function faultSentence(fault: PlatformFault): string {
  if (fault.kind === "ticks-missed") {
    const silent = formatDuration(MINUTE_SEC * Math.round(fault.forMs / 1_000 / MINUTE_SEC));
    return `nothing ran for ${silent} of its time; what fell due meanwhile is done now.`;
  }
  if (fault.kind === "clock-set-back") return sentenceOf(fault);
  const { from, kind, ...rest } = fault;
  const plain = (_name: string, value: unknown): unknown =>
    value instanceof Error ? (value.stack ?? value.message) : value;
  return `${from}: ${kind} ${JSON.stringify(rest, plain)}`;
}
