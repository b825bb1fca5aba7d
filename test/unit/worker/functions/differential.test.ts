import { describe, expect, test } from "@jest/globals";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { ASKS } from "./differential/asks.ts";
import { compareWithModel } from "./differential/compare.ts";
import { memoryTenant } from "./differential/memory-tenant.ts";
import { MODEL } from "./differential/model.ts";

const RUNS = 150;

const library = functionLibrary(memoryTenant().tenant);
const names = library.map(({ manifest }) => manifest.name as string);

describe("each function against its model, on a tenant in memory", () => {
  test("M-117: every function has a model, and something is asked of each", () => {
    expect(Object.keys(MODEL).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(ASKS).toSorted()).toEqual(names.toSorted());
  });

  test.each(names)(
    "M-117, R09 (part): %s does what its model says, once, and the same after a crash",
    async (name) => {
      const open = async () => memoryTenant();
      const operations = await compareWithModel(name, { open, runs: RUNS });
      const declared = library.find(({ manifest }) => manifest.name === name)?.calls;
      // Each operation it names was used, and none that it does not name.
      expect([...operations].toSorted()).toEqual([...(declared ?? [])].toSorted());
    },
  );
});
