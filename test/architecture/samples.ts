/** Shows a tidy check a sample, by default as a module of the engine, where most rules hold. */

import type { Check } from "./tidy/source.ts";

export const MODULE = "runtime/engine/sample.ts";
export const TEST = "test/unit/engine/sample.test.ts";

export const linesFound = (check: Check, text: string, path = MODULE): readonly number[] =>
  check({ path, text }).map(({ line }) => line);

export const isFound = (check: Check, text: string, path = MODULE): boolean =>
  linesFound(check, text, path).length > 0;
