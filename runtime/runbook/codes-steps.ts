/** x33xx: when and how often things happen. x34xx: which function a step calls, where and with
 *  what. */
import type { CodeEntry } from "./code-entry.ts";

export const STEP_CODES = {
  E3301: {
    title: "The poll interval is longer than the timeout",
    explanation: "The operation would time out before the worker is asked again even once.",
    example: "poll: {interval: 1h, timeout: 30m}",
  },
  E3302: {
    title: "A wait that is too short",
    explanation: "Polling and dispatch timeouts need at least one second.",
    example: "poll: {interval: 0s, timeout: 1h}",
  },
  E3303: {
    title: "A time that is too long",
    explanation: "Durations and offsets go up to 366 days.",
    example: "offset: T-400d",
  },
  W3304: {
    title: "A lost poll outlives the poll",
    explanation:
      "With a dispatch timeout longer than the poll timeout, a lost answer is noticed only " +
      "when the poll is over.",
    example: "dispatch_timeout: 24h\npoll: {interval: 5m, timeout: 2h}",
  },
  W3305: {
    title: "A backoff that shortens the wait",
    explanation: "`max_interval` is below `interval`, so every wait is cut to it.",
    example: "interval: 10m\nbackoff: {max_interval: 1m}",
  },
  W3306: {
    title: "A step that cannot wait and cannot fail",
    explanation:
      'The function answers "not done yet" until what it looks for is so. A step that polls asks ' +
      "again, and fails when the time is up; without `poll` that answer counts as success, and " +
      "the next step runs.",
    example: "function: Test-EntraAttributeMatch\nparams: {…}",
  },
  E3401: {
    title: "Not a function name",
    explanation:
      "A function is a verb, a hyphen and a noun, such as New-EntraUser; variables may stand " +
      "for any part of it.",
    example: "function: rm -rf",
  },
  W3402: {
    title: "Data chooses the function",
    explanation:
      "The whole function name comes from a variable, so each row decides what runs. Fix at " +
      "least the verb.",
    example: 'function: "{{Function}}"',
  },
  E3403: {
    title: "An unknown time zone",
    explanation: "`time_zone` is a name of the IANA database.",
    example: "time_zone: CEST",
  },
  E3404: {
    title: "Too many entries",
    explanation: "The mapping has more entries than allowed.",
    example: "params: {… 101 of them}",
  },
  E3405: {
    title: "A parameter nested too deeply",
    explanation: "Lists and mappings inside params may be 10 levels deep.",
    example: "params: {A: [[[[[[[[[[[1]]]]]]]]]]]}",
  },
  W3406: {
    title: "A number that changes its writing",
    explanation:
      "YAML reads this value as a number and the worker receives the number: leading zeros, " +
      "other bases and digits beyond the sixteenth are lost.",
    example: "EmployeeNumber: 00042",
  },
  W3407: {
    title: "A worker id that no worker can have",
    explanation:
      "Workers are registered in lower-case letters, digits and hyphens. Steps for any other id " +
      "wait until somebody registers it, which the estate refuses.",
    example: "worker_id: Worker_01",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
