/** One batch on the platform, from its making to its end, all through the engine's one door. */
import { MemberKey, type RunbookName } from "../../runtime/contract/identifiers.ts";
import type { BatchId, RunbookVersion } from "../../runtime/contract/ids.ts";
import type { Result } from "../../runtime/contract/result.ts";
import type { Engine, Handled, Item } from "../../runtime/engine/engine.ts";
import type { BenchPlatform } from "./bench-platform.ts";
import { benchRunbook } from "./bench-runbook.ts";

const BY = { actor: "bench", cause: "bench" };
const MEMBERS_PER_CALL = 5_000;

export type BenchBatch = {
  readonly name: RunbookName;
  readonly version: RunbookVersion;
  readonly members: number;
  /** Unique in the runbook. */
  readonly key: string;
};

export const granted = <Value, Failure>(result: Result<Value, Failure>): Value => {
  if (result.ok) return result.value;
  throw new Error(`the engine refused: ${JSON.stringify(result.error)}`);
};

export async function publishBench({ engine }: BenchPlatform, name: string, steps: number) {
  const yaml = benchRunbook(name, steps);
  const published = granted(await engine.publishRunbook({ yaml, publishedBy: "bench" }));
  return { name: published.name, version: published.version };
}

/** Its members are in; its life has not begun. */
export async function makeBatch(
  { engine, store, clock }: BenchPlatform,
  { name, version, members, key }: BenchBatch,
): Promise<BatchId> {
  const draft = { runbookName: name, version, key, start: clock.now(), isManual: false };
  const made = granted(
    await store.batches.create([{ ...draft, budget: null, createdBy: "bench" }]),
  );
  const [batch] = made;
  if (batch === undefined) throw new Error("no batch was made");
  for (let from = 0; from < members; from += MEMBERS_PER_CALL) {
    const count = Math.min(MEMBERS_PER_CALL, members - from);
    const items = Array.from({ length: count }, (_, index) => added(batch.id, from + index));
    await handleAll(engine, items);
  }
  return batch.id;
}

const added = (batchId: BatchId, number: number): Item => ({
  batchId,
  input: {
    kind: "member-added",
    by: BY,
    key: MemberKey.parse(`member-${number}`),
    data: new Map([
      ["key", `member-${number}`],
      ["number", String(number)],
    ]),
    waitsFor: null,
  },
});

export async function begin({ engine, wake }: BenchPlatform, batchId: BatchId): Promise<void> {
  await handleAll(engine, [{ batchId, input: { kind: "batch-detected", by: BY } }]);
  wake();
}

async function handleAll(engine: Engine, items: readonly Item[]): Promise<void> {
  const odd = (await engine.handle(items)).find((answer) => !isApplied(answer));
  if (odd !== undefined) throw new Error(`the engine answered ${JSON.stringify(odd)}`);
}

/** A tick that comes in between begins the batch itself. */
const isApplied = (answer: Handled): boolean =>
  answer.kind === "decided" && (answer.verdict === "applied" || answer.verdict === "duplicate");

const LOOK_MS = 2;

/** The batch has ended as the store knows it, which is after all its results were committed. */
export async function ended({ store }: BenchPlatform, batchId: BatchId): Promise<void> {
  for (;;) {
    const found = granted(await store.batches.read(batchId));
    const status = found?.batch.status;
    if (status === "completed") return;
    if (status === "failed") throw new Error("the batch failed");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
