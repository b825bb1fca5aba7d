/** A scheduler on a real engine and a store file, with tables for sources and a clock by hand. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import { openScheduler } from "../../../runtime/scheduler/open-scheduler.ts";
import type {
  Scheduler,
  SchedulerFault,
  TickReport,
} from "../../../runtime/scheduler/scheduler.ts";
import type { Source } from "../../../runtime/sources/source.ts";
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
import { EVERY_MS } from "./times-of-tests.ts";

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

/** A tick that goes well; what it found for the one runbook there is. */
export async function look(world: Pick<World, "scheduler">): Promise<TickReport["runbooks"][0]> {
  const report = await world.scheduler.tick();
  if (report.outcome !== "done") throw new Error(`the tick ended as ${JSON.stringify(report)}`);
  const [runbook] = report.runbooks;
  if (runbook === undefined) throw new Error("no runbook had a turn");
  return runbook;
}

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
