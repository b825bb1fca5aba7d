/** A platform with a worker, a runbook and a batch, before anything has happened. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { type Bench, MANIFEST, START } from "./temporary-engine.ts";

export const NAME = RunbookName.parse("move-mailboxes");

/** A runbook whose phases each have so many steps. */
export const yamlOf = (phases: readonly number[], more = ""): string =>
  [
    `name: ${NAME}`,
    "data_source:",
    "  type: csv",
    "  primary_key: Key",
    "  batch_time: immediate",
    "phases:",
    ...phases.flatMap((steps, phase) => [
      `  - name: phase-${phase}`,
      "    offset: T-0",
      "    steps:",
      ...Array.from({ length: steps }, (_, step) =>
        [
          `      - name: step-${phase}-${step}`,
          "        worker_id: worker-01",
          "        function: Set-Thing",
          "        params:",
          '          Key: "{{Key}}"',
        ].join("\n"),
      ),
    ]),
    more,
  ].join("\n");

/** Registers the worker, publishes the runbook and makes a batch of it. */
export async function prepare({ engine, store }: Bench, yaml: string, key = "one") {
  answerOf(await engine.registerWorkers([MANIFEST]));
  const { version } = answerOf(await engine.publishRunbook({ yaml, publishedBy: "ada" }));
  return makeBatch(store, version, key);
}

export async function makeBatch(
  store: Store<Settlement>,
  version: Parameters<Engine["plan"]>[1],
  key: string,
): Promise<BatchId> {
  const [made] = answerOf(
    await store.batches.create([
      {
        runbookName: NAME,
        version,
        key,
        start: START,
        isManual: false,
        budget: null,
        createdBy: null,
      },
    ]),
  );
  if (made === undefined) throw new Error("no batch was made");
  return made.id;
}
