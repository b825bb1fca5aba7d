import { expect, test } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { leaseKeeper } from "../../../runtime/orchestrator/lease-keeper.ts";
import type { HeldLease, Leases } from "../../../runtime/store/leases.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

const START = new Date("2026-03-02T06:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function keeping() {
  const clock = manualClock(START);
  const asked: string[] = [];
  const lease: HeldLease = { name: "deal", owner: "host-a", token: 1, until: START };
  const told = (what: string) => async () => {
    asked.push(what);
    return ok(lease);
  };
  const leases: Leases = {
    acquire: told("acquire"),
    renew: told("renew"),
    heldUntil: async () => ok(null),
    release: async () => ok(true),
  };
  const keeper = leaseKeeper({ leases, clock, name: "deal", owner: "host-a", forMs: MINUTE });
  return { clock, asked, hold: async () => answerOf(await keeper.hold()) };
}

test("a lease is taken once and prolonged when half of it has gone by", async () => {
  const { clock, asked, hold } = keeping();
  await hold();
  clock.advance(MINUTE / 2 - 1);
  await hold();
  expect(asked).toEqual(["acquire"]);
  clock.advance(1);
  await hold();
  expect(asked).toEqual(["acquire", "renew"]);
});

test("R43: after the clock was set back a lease is prolonged at once", async () => {
  const { clock, asked, hold } = keeping();
  await hold();
  clock.advance(-HOUR);
  await hold();
  expect(asked).toEqual(["acquire", "renew"]);
  clock.advance(MINUTE / 2 - 1);
  await hold();
  expect(asked).toEqual(["acquire", "renew"]);
});
