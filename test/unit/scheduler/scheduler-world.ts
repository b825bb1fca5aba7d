/** A scheduler on a real engine and a store file, with tables for sources and a clock by hand. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { BatchId } from "../../../runtime/contract/ids.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import { openScheduler } from "../../../runtime/scheduler/open-scheduler.ts";
import type {
  Scheduler,
  SchedulerFault,
  TickReport,
} from "../../../runtime/scheduler/scheduler.ts";
import type { Source } from "../../../runtime/sources/source.ts";
import type { FoundBatch } from "../../../runtime/store/batches.ts";
import type { KnownMember } from "../../../runtime/store/discovery.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Clock } from "../../../runtime/time/clock.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { resultOf, SUCCESS } from "../domain/engine/answers.ts";
import {
  type Bench,
  itemOf,
  MANIFEST,
  takeJobs,
  temporaryEngine,
} from "../engine/temporary-engine.ts";
import { openTables, type Tables } from "./tables.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EVERY_MS = 5 * MINUTE;
export const PLAIN = "plan-a";

export type World = Bench & {
  readonly tables: Tables;
  readonly scheduler: Scheduler;
  readonly told: SchedulerFault[];
  /** Another scheduler on the same store. */
  readonly another: (owner: string, more?: Partial<Others>) => Scheduler;
};

type Others = {
  readonly clock: Clock;
  readonly engine: Engine;
  readonly store: Store<Settlement>;
  readonly sources: Source;
};

export async function openWorld(): Promise<World> {
  const bench = await temporaryEngine();
  answerOf(await bench.engine.registerWorkers([MANIFEST]));
  const tables = openTables();
  const told: SchedulerFault[] = [];
  const observe = (fault: SchedulerFault): void => void told.push(fault);
  const { store, engine, clock } = bench;
  const another = (owner: string, more: Partial<Others> = {}): Scheduler =>
    openScheduler({
      store,
      engine,
      clock,
      sources: tables,
      owner,
      observe,
      everyMs: EVERY_MS,
      ...more,
    });
  return { ...bench, tables, told, another, scheduler: another("host-a") };
}

type Kind = {
  readonly name?: string;
  readonly source?: readonly string[];
  readonly top?: readonly string[];
  readonly offsets?: readonly string[];
};

const step = (indent: string, name: string): readonly string[] =>
  [
    `- name: ${name}`,
    "  worker_id: worker-01",
    "  function: Set-Thing",
    "  params:",
    '    Key: "{{Key}}"',
  ].map((line) => indent + line);

export const REMOVAL: readonly string[] = ["on_member_removed:", ...step("  ", "undo")];
export const IMMEDIATE = ["  batch_time: immediate"];
export const BY_START = ["  batch_time_column: Start"];

/** A runbook with a phase of one step for each offset. */
export const yamlOf = ({
  name = PLAIN,
  source = BY_START,
  top = [],
  offsets = ["T-0"],
}: Kind = {}): string =>
  [
    `name: ${name}`,
    "data_source:",
    "  type: csv",
    "  primary_key: Key",
    ...source,
    ...top,
    "phases:",
    ...offsets.flatMap((offset, index) => [
      `  - name: phase-${index}`,
      `    offset: ${offset}`,
      "    steps:",
      ...step("      ", `step-${index}`),
    ]),
  ].join("\n");

export async function publish({ engine }: Pick<World, "engine">, kind: Kind = {}): Promise<void> {
  const { name } = answerOf(
    await engine.publishRunbook({ yaml: yamlOf(kind), publishedBy: "ada" }),
  );
  answerOf(await engine.setAutomation(name, true, "ada"));
}

export const nameOf = (name = PLAIN): RunbookName => RunbookName.parse(name);

/** A tick that goes well; what it found for the one runbook there is. */
export async function look(world: Pick<World, "scheduler">): Promise<TickReport["runbooks"][0]> {
  const report = await world.scheduler.tick();
  if (report.outcome !== "done") throw new Error(`the tick ended as ${JSON.stringify(report)}`);
  const [runbook] = report.runbooks;
  if (runbook === undefined) throw new Error("no runbook had a turn");
  return runbook;
}

export const batchesOf = async (
  { store }: Pick<World, "store">,
  name = PLAIN,
): Promise<readonly FoundBatch[]> => answerOf(await store.batches.live(nameOf(name)));

export async function batchAt(
  { store }: Pick<World, "store">,
  key: string,
  name = PLAIN,
): Promise<FoundBatch["batch"]> {
  const found = answerOf(await store.batches.find(nameOf(name), key));
  if (found === null) throw new Error(`no batch ${key}`);
  return found.batch;
}

export const membersOf = async (
  { store }: Pick<World, "store">,
  id: BatchId,
): Promise<readonly KnownMember[]> => answerOf(await store.discovery.members(id, 0, 10_000));

/** Keys of members with their statuses, such as `ann active`. */
export const told = (members: readonly KnownMember[]): readonly string[] =>
  members.map(({ key, status }) => `${key} ${status}`);

/** Takes the jobs that are out and answers all of them with success, one batch at a time. */
export async function answerJobs(world: World, jobs = takeJobs(world)): Promise<number> {
  const ids = jobs.map(({ correlationData }) => correlationData.stepExecutionId);
  const batches = answerOf(await world.store.lookups.batchesOf(ids));
  const items = jobs.flatMap((job) => {
    const id = batches.get(job.correlationData.stepExecutionId);
    return id === undefined ? [] : [itemOf(id, resultOf(job, SUCCESS))];
  });
  await world.engine.handle(items);
  return items.length;
}

export const eventsOf = async (
  { store }: Pick<World, "store">,
  id: BatchId | 0,
): Promise<readonly string[]> =>
  answerOf(await store.records.events(id, 0, 10_000)).map(({ type }) => type);
