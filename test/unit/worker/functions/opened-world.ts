/** A world for a shipped runbook; its tenant stops when the test ends. */
import { afterEach } from "@jest/globals";
import { type ShippedWorld, worldOf } from "./shipped-worlds.ts";

const START = new Date("2026-05-04T08:00:00.000Z");

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0)) await stop();
});

export async function opened(file: string): Promise<ShippedWorld> {
  const world = await worldOf(file, START);
  open.push(world.tenant.stop);
  return world;
}
