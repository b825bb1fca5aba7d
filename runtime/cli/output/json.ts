/** Values as JSON for programs: two spaces, a line break at the end, maps as objects. */
import { visibleJson } from "./visible.ts";

export const jsonText = (value: unknown): string =>
  `${visibleJson(JSON.stringify(value, mapsAsObjects, 2))}\n`;

/** One value a line, for programs that read as they go. */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => `${visibleJson(JSON.stringify(value, mapsAsObjects))}\n`).join("");

/** `Object.fromEntries` keeps a key such as `__proto__` as a plain property. */
export const mapsAsObjects = (_key: string, value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries(value) : value;
