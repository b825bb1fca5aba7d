/** Registered workers and the limits of the platform. */
import { expect } from "@jest/globals";
import { WorkerManifest } from "../../../runtime/contract/manifest.ts";
import { answerOf } from "../bus/answers.ts";
import { pass, type StoreCase, storeCase as test } from "./store-case.ts";

const manifest = (workerId: string, version: string) =>
  WorkerManifest.parse({ workerId, version, functions: [] });

export const WORKERS: readonly StoreCase[] = [
  test("R20 (part): a worker is registered with what it last offered", async (world) => {
    const { store } = world;
    answerOf(await store.workers.register([manifest("west", "1"), manifest("east", "1")]));
    const before = world.clock.time;
    pass(world, 1_000);
    answerOf(await store.workers.register([manifest("west", "2")]));
    expect(answerOf(await store.workers.registered())).toEqual([
      { manifest: manifest("east", "1"), lastSeen: before },
      { manifest: manifest("west", "2"), lastSeen: world.clock.time },
    ]);
  }),
  test("a worker that is there still was seen now, with what it offered", async (world) => {
    const { workers } = world.store;
    answerOf(await workers.register([manifest("west", "1"), manifest("east", "1")]));
    const before = world.clock.time;
    pass(world, 1_000);
    answerOf(await workers.seen([manifest("west", "1").workerId, manifest("gone", "1").workerId]));
    expect(answerOf(await workers.registered())).toEqual([
      { manifest: manifest("east", "1"), lastSeen: before },
      { manifest: manifest("west", "1"), lastSeen: world.clock.time },
    ]);
  }),
  test("what a worker has switched off is kept, and older manifests say nothing", async (world) => {
    const { workers } = world.store;
    const switchedOff = [{ name: "Set-Mailbox", capability: "exchange" }];
    const partly = WorkerManifest.parse({ ...manifest("west", "2"), switchedOff });
    answerOf(await workers.register([manifest("east", "1"), partly]));
    const [east, west] = answerOf(await workers.registered());
    expect(east?.manifest).not.toHaveProperty("switchedOff");
    expect(west?.manifest.switchedOff).toEqual(switchedOff);
    answerOf(await workers.register([WorkerManifest.parse({ ...partly, switchedOff: [] })]));
    expect(answerOf(await workers.registered())[1]?.manifest.switchedOff).toEqual([]);
  }),
  test("a limit is set, changed and lifted", async ({ store }) => {
    answerOf(await store.workers.setLimit("worker:west", 5, []));
    answerOf(await store.workers.setLimit("function:Send-Once", 1, []));
    answerOf(await store.workers.setLimit("worker:west", 7, []));
    const limits = { "function:Send-Once": 1, "worker:west": 7 };
    expect(Object.fromEntries(answerOf(await store.workers.limits()))).toEqual(limits);
    answerOf(await store.workers.setLimit("worker:west", null, []));
    expect(answerOf(await store.workers.limits()).size).toBe(1);
  }),
];
