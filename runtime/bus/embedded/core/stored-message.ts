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

/** Of messages published together most have the same properties: they are kept once. The answer
 *  takes one message after the other and gives what it shall have. */
export function sharedProperties(): (properties: Properties) => Properties {
  let last: Properties | null = null;
  let names = 0;
  return (properties) => {
    if (last !== null && isSame(last, names, properties)) return last;
    last = properties;
    names = Object.keys(properties).length;
    return properties;
  };
}

function isSame(one: Properties, names: number, other: Properties): boolean {
  if (one === other) return true;
  let count = 0;
  for (const name in other) {
    if (one[name] !== other[name]) return false;
    count += 1;
  }
  return count === names;
}
