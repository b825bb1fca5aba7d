import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { apply } from "../../../../runtime/domain/engine/apply.ts";
import { decide } from "../../../../runtime/domain/engine/decide.ts";
import type { Input } from "../../../../runtime/domain/engine/inputs.ts";
import { needs } from "../../../../runtime/domain/engine/needs.ts";
import { isLiveBatch } from "../../../../runtime/domain/engine/statuses.ts";
import type { World } from "../../../../runtime/domain/engine/world.ts";
import { calm } from "./calm.ts";
import { begin, history, play, RUNS } from "./histories.ts";
import { slice } from "./slice.ts";

/** A row cannot be in an input before the commit that made it. */
function knows({ executions, members, phases }: World, inputs: readonly Input[]): boolean {
  const need = needs(inputs);
  return (
    [...need.executions].every((id) => executions.has(id)) &&
    [...need.members].every((id) => members.has(id)) &&
    inputs.every((input) => input.kind !== "phase-due" || phases.has(input.phaseId))
  );
}

const step = (world: World, inputs: readonly Input[], now: Date): World =>
  apply(world, decide(slice(world, needs(inputs)), inputs, now));

describe("the core's laws", () => {
  test("Law 1: a group of inputs means what they mean one by one, however it is split", () => {
    fc.assert(
      fc.property(history, fc.nat(50), ({ plan, next, members, script }, cut) => {
        const run = begin(plan, next, members);
        const group: Input[] = [];
        let from = run.world;
        let at = run.now;
        const compare = (): void => {
          const one = group.reduce((world, input) => step(world, [input], at), from);
          const middle = cut % (group.length + 1);
          const two = step(step(from, group.slice(0, middle), at), group.slice(middle), at);
          expect(step(from, group, at)).toEqual(one);
          expect(two).toEqual(one);
        };
        play(run, script, (world, inputs, now) => {
          const belongs = now.getTime() === at.getTime() && group.length < 8;
          const joins = belongs && knows(from, inputs);
          if (!joins) compare();
          if (!joins || group.length === 0) {
            group.length = 0;
            from = world;
            at = now;
          }
          group.push(...inputs);
        });
        compare();
      }),
      RUNS,
    );
  });

  test("the world that needs asks for is enough: more of the batch changes nothing", () => {
    fc.assert(
      fc.property(history, ({ plan, next, members, script }) => {
        play(begin(plan, next, members), script, (world, inputs, now) => {
          const whole = apply(world, decide(world, inputs, now));
          expect(step(world, inputs, now)).toEqual(whole);
        });
      }),
      RUNS,
    );
  });

  test("Law 3: I7: inputs that come again change nothing but the record", () => {
    fc.assert(
      fc.property(history, ({ plan, next, members, script }) => {
        play(begin(plan, next, members), script, (world, inputs, now) => {
          let before = world;
          for (const input of inputs) {
            const once = step(before, [input], now);
            before = once;
            if (input.kind === "slot-due") continue;
            const twice = step(once, [input], now);
            const { eventSeq } = once.batch;
            expect({ ...twice, batch: { ...twice.batch, eventSeq } }).toEqual(once);
          }
        });
      }),
      RUNS,
    );
  });

  test("I1: I14: once calm returns every batch ends or shows why a person is needed", () => {
    fc.assert(
      fc.property(history, ({ plan, next, members, script }) => {
        const run = begin(plan, next, members);
        play(run, script);
        calm(run);
        const { batch, attention, executions } = run.world;
        const isOver = !isLiveBatch(batch.status) && batch.statusReason !== "cancelling";
        expect(isOver || attention.size > 0).toBe(true);
        expect([...executions.values()].filter((row) => row.outstanding)).toEqual([]);
      }),
      RUNS,
    );
  });
});
