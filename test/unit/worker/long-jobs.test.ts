/** A job that takes longer than its lock lasts, from its start to a delivery that comes again. */
import { expect, test } from "@jest/globals";
import { badPublish, weather } from "./faulty.ts";
import { ONCE_ONLY } from "./traits.ts";
import { MINUTE, workerWorld } from "./worker-world.ts";

const JOB = "step-1-attempt-1";
const ANSWERED = { ready: 0, locked: 0, dead: 0 };

test("X-58: a long job is renewed, completed after its result; repeats are answered", async () => {
  const world = workerWorld(ONCE_ONLY);
  const publishing = weather("before");
  world.start("one", { bus: badPublish(publishing) });
  await world.give({ params: { delaySec: 600, data: { made: 1 } } });
  await world.pass(20 * MINUTE);
  expect(world.effects).toEqual([JOB]);
  expect(publishing.calls).toBeGreaterThan(0);
  expect(world.left()).toEqual({ ready: 0, locked: 1, dead: 0 });
  publishing.way = null;
  await world.pass(MINUTE);
  const [first, ...more] = await world.letters();
  expect([first?.body.includes('{"made":1}'), more]).toEqual([true, []]);
  expect(world.left()).toEqual(ANSWERED);
  await world.pass(60 * MINUTE);
  await world.give({ params: { delaySec: 600, data: { made: 1 } } });
  await world.pass(MINUTE);
  const again = await world.letters();
  expect(again.map(({ body }) => body)).toEqual([first?.body]);
  expect(world.effects).toEqual([JOB]);
});
