/** x2xxx: a key or value does not have the form that a runbook has at this place. */
import type { CodeEntry } from "./code-entry.ts";

export const SHAPE_CODES = {
  E2001: {
    title: "A key is missing",
    explanation:
      "The mapping lacks a key that it must have. The place is where the mapping begins.",
    example: "poll:\n  interval: 5m        # timeout is missing",
  },
  E2002: {
    title: "The wrong kind of value",
    explanation: "For example a single value where a list is expected, or text where a number is.",
    example: "phases: cutover",
  },
  E2003: {
    title: "Not one of the allowed values",
    explanation: "The key takes one of a few words, and this is none of them.",
    example: "completion: most",
  },
  E2004: {
    title: "The text has the wrong form",
    explanation:
      "Names may not begin or end with a blank or contain invisible characters. A runbook's " +
      "name also has no signs that an address, a path or a shell gives a meaning; names of " +
      "connections and workers allow only letters, digits and a few signs.",
    example: "worker_id: my worker!",
  },
  E2005: {
    title: "The text is empty or too long",
    explanation: "Each kind of text has a longest length, and most must not be empty.",
    example: 'name: ""',
  },
  E2006: {
    title: "Too few or too many entries",
    explanation: "A list or mapping is shorter or longer than allowed.",
    example: "phases: []",
  },
  E2007: {
    title: "A number out of range",
    explanation: "The number is below the smallest or above the largest allowed one.",
    example: "max_retries: 1000",
  },
  E2008: {
    title: "Not a duration",
    explanation:
      "A duration is a whole number and one unit: s, m, h or d. No sums, fractions or signs.",
    example: "interval: 1h30m",
  },
  E2009: {
    title: "Not an offset",
    explanation:
      "An offset is `T-` and a duration, or `T-0`. Phases after the start do not exist: make " +
      "the cut-over the last phase and shift the start.",
    example: "offset: 5d",
  },
  E2010: {
    title: "Not a whole number",
    explanation: "The key counts something and takes a whole number.",
    example: "max_retries: 2.5",
  },
  E2101: {
    title: "An unknown key (strict)",
    explanation: "The key means nothing here. Without --strict this is the warning W2101.",
    example: "retires: 3",
  },
  W2101: {
    title: "An unknown key",
    explanation:
      "The key means nothing here and is ignored, most likely not what its author wants. With " +
      "--strict this is the error E2101.",
    example: "retires: 3",
  },
  W2102: {
    title: "A key without a value",
    explanation: "The key is there, its value is not; it is read as if the key were absent.",
    example: "init:",
  },
  W2103: {
    title: "Text written as a number or a truth value",
    explanation:
      "The key takes text, and YAML reads this value as something else. It is taken as " +
      "written; quotes make that plain.",
    example: "name: 2026",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
