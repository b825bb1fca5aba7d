/** Application properties: by `MessageType` and `WorkerId` the broker routes (M-039), by the
 *  trace the work of several processes is joined. */
import { z } from "zod";
import type { WorkerId } from "../identifiers.ts";
import type { EventType } from "./read-event.ts";

export type Properties = Readonly<Record<string, string | number | boolean>>;

/** W3C trace context, version 00; all-zero ids mean "none" and are refused. */
export const Traceparent = z
  .string()
  .regex(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/)
  .brand<"Traceparent">();
export type Traceparent = z.output<typeof Traceparent>;

export const eventProperties = (type: EventType, trace: Traceparent | null): Properties => ({
  MessageType: type,
  ...traceProperties(trace),
});

export const jobProperties = (worker: WorkerId, trace: Traceparent | null): Properties => ({
  WorkerId: worker,
  ...traceProperties(trace),
});

/** Both names: the standard's and the one Azure's libraries still look for. */
export const traceProperties = (trace: Traceparent | null): Properties =>
  trace === null ? {} : { traceparent: trace, "Diagnostic-Id": trace };

/** A trace that cannot be read is no reason to refuse a message; its work starts a new one. */
export function readTrace(properties: Readonly<Record<string, unknown>>): Traceparent | null {
  return traceIn(properties["traceparent"]) ?? traceIn(properties["Diagnostic-Id"]);
}

function traceIn(value: unknown): Traceparent | null {
  if (typeof value !== "string") return null;
  const trace = Traceparent.safeParse(value);
  return trace.success ? trace.data : null;
}
