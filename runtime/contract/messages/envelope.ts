/** What travels beside a body: application properties, by which the broker routes and traces
 *  are joined, and the sizes that the broker will insist on. Checked before a message is
 *  committed for sending, because afterwards it could only fail for ever (R31). */
import { z } from "zod";
import type { WorkerId } from "../identifiers.ts";
import type { MessageId } from "../job-id.ts";
import { LIMITS } from "../limits.ts";
import { fail, ok, type Result } from "../result.ts";
import type { EventType } from "./read-event.ts";

export type Properties = Readonly<Record<string, string | number | boolean>>;

export type Envelope = {
  readonly messageId: MessageId;
  readonly body: string;
  readonly properties: Properties;
};

export type EnvelopeFailure = {
  readonly kind: "property-too-large" | "properties-too-large" | "message-too-large";
  readonly bytes: number;
  readonly bytesMax: number;
};

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
  const standard = Traceparent.safeParse(properties["traceparent"]);
  if (standard.success) return standard.data;
  const azure = Traceparent.safeParse(properties["Diagnostic-Id"]);
  return azure.success ? azure.data : null;
}

export function checkEnvelope(envelope: Envelope): Result<Envelope, EnvelopeFailure> {
  let properties = 0;
  for (const [name, value] of Object.entries(envelope.properties)) {
    const bytes = Buffer.byteLength(name) + valueBytes(value);
    if (bytes > LIMITS.propertyBytes)
      return fail({ kind: "property-too-large", bytes, bytesMax: LIMITS.propertyBytes });
    properties += bytes;
  }
  if (properties > LIMITS.propertiesBytes) {
    const bytesMax = LIMITS.propertiesBytes;
    return fail({ kind: "properties-too-large", bytes: properties, bytesMax });
  }
  const bytes = Buffer.byteLength(envelope.body) + properties + LIMITS.messageOverheadBytes;
  if (bytes > LIMITS.messageBytes)
    return fail({ kind: "message-too-large", bytes, bytesMax: LIMITS.messageBytes });
  return ok(envelope);
}

/** Numbers and booleans are at most eight bytes in AMQP. */
const valueBytes = (value: string | number | boolean): number =>
  typeof value === "string" ? Buffer.byteLength(value) : 8;
