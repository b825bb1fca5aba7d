import { describe, expect, test } from "@jest/globals";
import { runWorker } from "../../../runtime/worker/boot/run-worker.ts";
import { noOp, REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { scripted } from "../../../runtime/worker/functions/scripted.ts";
import { registryOf } from "../../../runtime/worker/registry.ts";
import { LOOKS_FIRST } from "./traits.ts";
import { MINUTE, SECOND, WEST, workerWorld } from "./worker-world.ts";

const IDLE = 300 * SECOND;

function running(idleMs: number | null) {
  const world = workerWorld();
  const { clock, broker, rows, effects, faults } = world;
  const script = scripted({ ...LOOKS_FIRST, clock, perform: (jobId) => effects.push(jobId) });
  const stopping = new AbortController();
  let end: unknown = null;
  const ended = runWorker(
    {
      workerId: WEST,
      bus: broker.connect("one"),
      ledger: rows,
      clock,
      functions: registryOf([noOp(), script], [REHEARSAL]),
      concurrency: 10,
      observe: (fault) => faults.push(fault),
    },
    { stopping: stopping.signal, drainMs: 9 * MINUTE, idleMs },
  ).then((value) => {
    end = value;
    return value;
  });
  return { ...world, stopping, ended, end: () => end };
}

const FREE = { givenBack: 0, stillRunning: 0 };

describe("a worker that may end when it is idle", () => {
  test("M-120 (part): it ends after 300 s without messages and jobs, and not before", async () => {
    const world = running(IDLE);
    await world.pass(IDLE - 1);
    expect(world.end()).toBeNull();
    await world.pass(1);
    expect(await world.ended).toEqual({ ...FREE, why: "idle" });
    expect(world.clock.next()).toBeNull();
  });

  test("M-120 (part): each message begins the time anew", async () => {
    const world = running(IDLE);
    await world.pass(299 * SECOND);
    await world.give({ id: "step-1-attempt-1" });
    await world.pass(299 * SECOND);
    expect(world.end()).toBeNull();
    expect(await world.results()).toHaveLength(1);
    await world.pass(1 * SECOND);
    expect(await world.ended).toEqual({ ...FREE, why: "idle" });
  });

  test("M-120 (part): a job that runs longer than that is not ended by it", async () => {
    const world = running(IDLE);
    await world.give({ id: "step-1-attempt-1", params: { delaySec: 3_600 } });
    await world.pass(3_600 * SECOND);
    expect(world.end()).toBeNull();
    expect(world.effects).toEqual(["step-1-attempt-1"]);
    expect(await world.results()).toHaveLength(1);
    await world.pass(IDLE);
    expect(await world.ended).toEqual({ ...FREE, why: "idle" });
  });

  test("X-75 (part): where its host says so, idleness never ends it", async () => {
    const world = running(null);
    await world.pass(24 * 60 * MINUTE);
    expect(world.end()).toBeNull();
    world.stopping.abort();
    expect(await world.ended).toEqual({ ...FREE, why: "stopped" });
  });

  test("M-120 (part), X-75 (part): told to stop, it lets what runs come to its end", async () => {
    const world = running(IDLE);
    await world.give({ id: "step-1-attempt-1", params: { delaySec: 100 } });
    world.stopping.abort();
    await world.pass(99 * SECOND);
    expect(world.end()).toBeNull();
    await world.pass(1 * SECOND);
    expect(await world.ended).toEqual({ ...FREE, why: "stopped" });
    expect(await world.results()).toHaveLength(1);
  });
});
