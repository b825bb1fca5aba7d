/** A batch in a store, begun and with its first jobs out, and results that the real core decides
 *  about: for measuring the store without a bus or a worker. */
import { MemberKey, RunbookName } from "../runtime/contract/identifiers.ts";
import {
  type BatchId,
  type PhaseExecutionId,
  RunbookVersion,
  type StepExecutionId,
} from "../runtime/contract/ids.ts";
import { formatJobId } from "../runtime/contract/job-id.ts";
import { FunctionName } from "../runtime/contract/manifest.ts";
import { decide } from "../runtime/domain/engine/decide.ts";
import type { Decision } from "../runtime/domain/engine/decision.ts";
import type { Input } from "../runtime/domain/engine/inputs.ts";
import { needs } from "../runtime/domain/engine/needs.ts";
import type { World } from "../runtime/domain/engine/world.ts";
import { checkRunbook } from "../runtime/runbook/check-runbook.ts";
import type { Loaded, WorldRows } from "../runtime/store/loaded.ts";
import type { Store } from "../runtime/store/store.ts";

const WORKER = "worker-01";
const FUNCTION = FunctionName.parse("Invoke-NoOp");
const BY = { actor: "worker", cause: "bench" };
/** As many inputs as one commit takes. */
const GROUP = 1_000;

export type BenchBatch = {
  readonly id: BatchId;
  readonly fixed: Pick<World, "plans" | "workers" | "limited">;
  /** The first step of each member; the others follow it. */
  readonly executions: readonly StepExecutionId[];
};

/** Besides the time on the clock, what the processor did: other processes do not count there. */
export type Took = {
  readonly storeMs: number;
  readonly cpuMs: number;
  readonly decideCpuMs: number;
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const step = (index: number): string => `
      - name: step-${index}
        worker_id: ${WORKER}
        function: ${FUNCTION}
        params:
          Key: "{{Key}}"
          Note: "a value of some length, as parameters have"`;

const runbookText = (name: string, steps: number): string => `
name: ${name}
description: What a benchmark runs.
data_source:
  type: csv
  primary_key: Key
  batch_time: immediate
  columns: [Key, Note]
phases:
  - name: only
    offset: T-0
    steps:${Array.from({ length: steps }, (_, index) => step(index)).join("")}
`;

export async function beginBatch(
  store: Store<string>,
  name: string,
  members: number,
  steps: number,
): Promise<BenchBatch> {
  const text = runbookText(name, steps);
  const { runbook, problems } = checkRunbook({ file: name, text }, { strict: false });
  if (runbook === null) throw new Error(problems.map(({ message }) => message).join("; "));
  const runbookName = RunbookName.parse(runbook.name);
  const published = await store.runbooks.publish(
    {
      name: runbookName,
      yaml: text,
      dataTableName: `data_${name}`,
      overdue: "rerun",
      rerunInit: false,
      publishedBy: null,
      steps: [],
    },
    () => [],
  );
  if (!published.ok) throw new Error(published.error.kind);
  const version = published.value;
  const made = await store.batches.create([
    {
      runbookName,
      version,
      key: "bench",
      start: new Date(0),
      isManual: false,
      budget: null,
      createdBy: null,
    },
  ]);
  const id = made.ok ? made.value[0]?.id : undefined;
  if (id === undefined) throw new Error("no batch was made");
  const fixed = {
    plans: new Map([[version, runbook]]),
    workers: new Map([[WORKER, new Map([[FUNCTION, "check-then-act" as const]])]]),
    limited: new Set<string>(),
  };
  const empty = { id, fixed, executions: [] };
  await joinAll(store, empty, members);
  return { ...empty, executions: await dispatchAll(store, empty) };
}

async function joinAll(store: Store<string>, batch: BenchBatch, members: number): Promise<void> {
  const keys = Array.from({ length: members }, (_, index) => MemberKey.parse(`m-${index}`));
  for (let from = 0; from < keys.length; from += GROUP) {
    const added = keys.slice(from, from + GROUP).map((key): Input => {
      const data = new Map([["Key", key]]);
      return { by: BY, kind: "member-added", key, data, waitsFor: null };
    });
    await commit(store, batch, added);
  }
  await commit(store, batch, [{ by: BY, kind: "batch-detected" }]);
}

async function dispatchAll(
  store: Store<string>,
  batch: BenchBatch,
): Promise<readonly StepExecutionId[]> {
  const phases = await store.due.phases(10);
  const ids: readonly { readonly id: PhaseExecutionId }[] = phases.ok ? phases.value : [];
  for (const { id } of ids)
    await commit(store, batch, [{ by: BY, kind: "phase-due", phaseId: id }]);
  const executions: StepExecutionId[] = [];
  for (;;) {
    const due = await store.due.executions(GROUP);
    if (!due.ok || due.value.length === 0) return executions;
    executions.push(...due.value.map(({ id }) => id));
    await commit(
      store,
      batch,
      due.value.map(({ id }) => ({ by: BY, kind: "timer", executionId: id })),
    );
  }
}

/** The jobs of these executions have succeeded. */
export const commitResults = (
  store: Store<string>,
  batch: BenchBatch,
  executions: readonly number[],
): Promise<Took> =>
  commit(
    store,
    batch,
    executions.map((id) => resultOf(batch, id as StepExecutionId)),
  );

function resultOf({ id }: BenchBatch, stepExecutionId: StepExecutionId): Input {
  const round = { kind: "step", attempt: 1, poll: 0 } as const;
  const jobId = formatJobId({ ...round, stepExecutionId });
  return {
    by: { actor: WORKER, cause: jobId },
    kind: "worker-result",
    result: {
      ...round,
      jobId,
      outcome: { kind: "succeeded", resultType: "Boolean", result: true },
      durationMs: 1,
      timestamp: null,
      correlationData: {
        stepExecutionId,
        isInitStep: false,
        runbookName: RunbookName.parse("bench"),
        runbookVersion: RunbookVersion.parse(1),
        batchId: id,
      },
    },
  };
}

async function commit(
  store: Store<string>,
  batch: BenchBatch,
  inputs: readonly Input[],
): Promise<Took> {
  const { id, fixed } = batch;
  let decideMs = 0;
  let decideCpuMs = 0;
  const began = performance.now();
  const beganCpu = cpuMs();
  const committed = await store.transact({ batches: new Map([[id, needs(inputs)]]) }, (loaded) => {
    const from = performance.now();
    const fromCpu = cpuMs();
    const decision = decide(worldOf(loaded, id, fixed), inputs, loaded.now);
    assertApplied(decision);
    decideMs = performance.now() - from;
    decideCpuMs = cpuMs() - fromCpu;
    return {
      writes: [{ batchId: id, decision }],
      nextIds: decision.nextIds,
      publish: [],
      settle: [],
      remember: [],
      consumed: [],
      sent: [],
    };
  });
  if (!committed.ok) throw new Error(committed.error.kind);
  const storeMs = performance.now() - began - decideMs;
  return { storeMs, cpuMs: cpuMs() - beganCpu - decideCpuMs, decideCpuMs };
}

function worldOf(loaded: Loaded, id: BatchId, fixed: BenchBatch["fixed"]): World {
  const rows: WorldRows | undefined = loaded.batches.get(id);
  if (rows === undefined) throw new Error(`batch ${id} was not loaded`);
  return { ...rows, ...fixed, nextIds: loaded.nextIds };
}

function assertApplied({ verdicts }: Decision): void {
  const other = verdicts.find((verdict) => verdict !== "applied");
  if (other !== undefined) throw new Error(`not applied: ${JSON.stringify(other)}`);
}
