import { describe, expect, test } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import {
  type Endings,
  refuseToCustom,
  watchEndings,
} from "../../../runtime/worker/custom/endings.ts";
import { withStrays } from "../../../runtime/worker/custom/strays.ts";
import type { FunctionResult } from "../../../runtime/worker/function.ts";
import { acting, outcomeOf } from "./acting.ts";
import { NATURAL, ONCE_ONLY } from "./traits.ts";
import { SECOND, workerWorld } from "./worker-world.ts";

/** A process that notes what would have ended it. */
function guarded() {
  const ended: unknown[] = [];
  const note = (...what: unknown[]): never => ended.push(what) as never;
  const process: Endings = {
    pid: 42,
    exit: (code) => note("exit", code),
    abort: () => note("abort"),
    kill: (pid, signal) => note("kill", pid, signal),
  };
  watchEndings(process, refuseToCustom);
  return { process, ended };
}
const DONE: FunctionResult = ok({ kind: "done", value: {} });

describe("a custom function that ends its process", () => {
  test.each([
    ["process.exit", ({ exit }: Endings) => exit(0)],
    ["process.abort", ({ abort }: Endings) => abort()],
    ["process.kill", ({ kill, pid }: Endings) => kill(pid, "SIGTERM")],
    ["process.kill", ({ kill }: Endings) => kill(0)],
  ])("%s is a failed step that says so, and the process lives on", async (ending, end) => {
    const { process, ended } = guarded();
    const run = async () => {
      end(process);
      return DONE;
    };
    for (const [traits, isAmbiguous] of [
      [ONCE_ONLY, true],
      [NATURAL, false],
    ] as const) {
      const { outcome, faults } = await outcomeOf(withStrays(acting(run, traits)));
      expect(outcome).toMatchObject({
        kind: "failed",
        error: {
          type: "function_threw",
          message: expect.stringContaining(`Set-Thing has a defect: it called ${ending}, which`),
          isAmbiguous,
        },
      });
      const error = { name: expect.stringMatching(/^Process\w+Refused$/) };
      expect(faults).toMatchObject([{ kind: "function-threw", error }]);
    }
    expect(ended).toEqual([]);
  });

  test.each([
    [
      "and goes on as if nothing had been",
      async ({ exit }: Endings) => {
        try {
          exit(0);
        } catch {}
      },
    ],
    [
      "from a timer, on which it waits",
      ({ exit }: Endings) =>
        new Promise<void>(() => {
          setTimeout(() => {
            try {
              exit(0);
            } catch {}
          }, 1);
        }),
    ],
  ])("the step fails also where it ends it %s", async (_, end) => {
    const { process, ended } = guarded();
    const run = () => end(process).then(() => DONE);
    const call = withStrays(acting(run)).prepare({});
    if (!call.ok) throw new Error("it cannot be called");
    const { signal } = new AbortController();
    await expect(call.value({ signal } as never)).rejects.toThrow("process.exit was refused");
    expect(ended).toEqual([]);
  });

  test("not even when it learns that nobody waits for it any more", async () => {
    const { process, ended } = guarded();
    const { promise: refused, resolve } = Promise.withResolvers<unknown>();
    const theFunction = acting((_params, { signal }) => {
      const end = (): void => {
        try {
          process.exit(0);
        } catch (thrown) {
          resolve(thrown);
        }
      };
      signal.addEventListener("abort", end);
      return new Promise(() => {});
    });
    const { manifest } = theFunction;
    const world = workerWorld();
    const functions = [withStrays({ ...theFunction, manifest: { ...manifest, callSec: 1 } })];
    world.start("one", { functions });
    await world.give({ name: "Set-Thing" });
    await world.pass(SECOND);
    expect(await refused).toMatchObject({ name: "ProcessExitRefused" });
    expect(ended).toEqual([]);
  });

  test("it may end other processes, and look whether its own is there", async () => {
    const { process, ended } = guarded();
    const run = async () => {
      process.kill(7, "SIGTERM");
      process.kill(process.pid, 0);
      return DONE;
    };
    const { outcome } = await outcomeOf(withStrays(acting(run)));
    expect(outcome).toMatchObject({ kind: "succeeded" });
    expect(ended).toEqual([
      ["kill", 7, "SIGTERM"],
      ["kill", 42, 0],
    ]);
  });

  test("whoever is no custom function ends the process as ever", () => {
    const { process, ended } = guarded();
    process.exit(3);
    process.abort();
    process.kill(42, "SIGINT");
    expect(ended).toEqual([["exit", 3], ["abort"], ["kill", 42, "SIGINT"]]);
  });
});
