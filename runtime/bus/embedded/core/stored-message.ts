/** Small things about a message as it is kept. */
import type { Properties } from "../../../contract/messages/properties.ts";
import type { SystemProperties } from "../../message.ts";

/** The one that most messages have. */
export const NO_SYSTEM: SystemProperties = Object.freeze({});

export function sizeOf(body: string, properties: Properties): number {
  let bytes = Buffer.byteLength(body);
  for (const name in properties) bytes += name.length + String(properties[name]).length;
  return bytes;
}

/** In the same order too: what is written once is read back for both. */
export function sameProperties(one: Properties, other: Properties): boolean {
  if (one === other) return true;
  const names = Object.keys(one);
  let index = 0;
  for (const name in other) {
    if (names[index] !== name || one[name] !== other[name]) return false;
    index += 1;
  }
  return index === names.length;
}
