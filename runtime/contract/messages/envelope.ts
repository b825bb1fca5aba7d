/** A message as it is handed to the broker, and the sizes the broker will insist on. Checked
 *  before a message is committed for sending: afterwards it could only fail for ever (R31). */

import { LIMITS } from "../limits.ts";
import type { MessageId } from "../message-id.ts";
import { fail, ok, type Result } from "../result.ts";
import type { Properties } from "./properties.ts";

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

export function checkEnvelope(envelope: Envelope): Result<Envelope, EnvelopeFailure> {
  if (isSurelySmall(envelope)) return ok(envelope);
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

/** A unit of a string is at most three bytes: most messages need no exact count. */
function isSurelySmall({ body, properties }: Envelope): boolean {
  let chars = body.length;
  for (const name in properties) chars += name.length + String(properties[name]).length + 8;
  return chars * 3 < LIMITS.propertyBytes;
}

/** Numbers and booleans are at most eight bytes in AMQP. */
const valueBytes = (value: string | number | boolean): number =>
  typeof value === "string" ? Buffer.byteLength(value) : 8;
