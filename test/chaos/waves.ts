/** The work of a chaos run: waves of people, each wave a batch of its own in one member table, and
 *  the effects that every one of them must have had in the end, once. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const RUNBOOK_NAME = "chaos";
export const WORKER = "chaos-worker";

/** Long enough that no jump of the clock makes a job in hand look lost. */
const PATIENCE = "12h";

const step = (name: string, functionName: string, key: string): string => `
  - name: ${name}
    worker_id: ${WORKER}
    function: ${functionName}
    dispatch_timeout: ${PATIENCE}
    params: {key: "${key}"}`;

const indent = (text: string): string => text.replaceAll("\n", "\n    ");

/** One step of each class of function; whether a repeat is harmless differs. */
export const RUNBOOK = `name: ${RUNBOOK_NAME}
data_source:
  type: csv
  primary_key: person
  batch_time_column: start
  columns: [person, start, wave]
retry:
  max_retries: 5
  interval: 1s
init:${step("prepare", "Add-IfAbsent", "batch-{{_batch_id}}/init")}
phases:
  - name: work
    offset: T-0
    steps:${indent(
      step("by-key", "Add-ByKey", "{{person}}/by-key") +
        step("if-absent", "Add-IfAbsent", "{{person}}/if-absent") +
        step("once", "Add-Once", "{{person}}/once"),
    )}
finalize:${step("tidy-up", "Add-ByKey", "batch-{{_batch_id}}/finalize")}
`;

export type Waves = {
  /** Adds a wave of people to the table. */
  readonly put: () => void;
  readonly count: () => number;
  /** Every effect of all of them; batches are numbered in the order they were found. */
  readonly expected: () => ReadonlySet<string>;
};

export function wavesIn(folder: string, people: number, startMs: number): Waves {
  const lines = ["person,start,wave"];
  let waves = 0;
  return {
    put: () => {
      waves += 1;
      const start = new Date(startMs + waves * 1_000).toISOString();
      for (let index = 0; index < people; index += 1) {
        lines.push(`${personOf(waves, index)},${start},${waves}`);
      }
      const written = join(folder, "written.csv");
      writeFileSync(written, `${lines.join("\n")}\n`);
      renameSync(written, join(folder, `${RUNBOOK_NAME}.csv`));
    },
    count: () => waves,
    expected: () => {
      const numbers = Array.from({ length: waves }, (_, index) => index + 1);
      return new Set(numbers.flatMap((wave) => [...ofBatch(wave), ...ofPeople(wave, people)]));
    },
  };
}

const personOf = (wave: number, index: number): string => `wave-${wave}-person-${index}`;

const ofBatch = (batch: number): readonly string[] => [
  `batch-${batch}/init`,
  `batch-${batch}/finalize`,
];

const ofPeople = (wave: number, people: number): readonly string[] =>
  Array.from({ length: people }, (_, index) => personOf(wave, index)).flatMap((person) => [
    `${person}/by-key`,
    `${person}/if-absent`,
    `${person}/once`,
  ]);
