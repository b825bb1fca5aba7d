import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { permissionsFor } from "../../../../runtime/contract/blueprint/tenant-permissions.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { ASKS } from "./differential/asks.ts";
import { compareWithModel } from "./differential/compare.ts";
import { memoryTenant } from "./differential/memory-tenant.ts";
import { MODEL } from "./differential/model.ts";
import { simulatedTestTenant } from "./differential/simulated-test-tenant.ts";
import { SIMULATED } from "./differential/simulated-worlds.ts";

const RUNS = 150;
const DIFFERENTIAL = new URL("differential/", import.meta.url);
const MODELS = readdirSync(DIFFERENTIAL).filter((file) => /^model\b/.test(file));

const library = functionLibrary(memoryTenant().tenant);
const names = library.map(({ manifest }) => manifest.name as string);

/** Of a JSON schema, with those inside of others. */
const keysIn = (schema: object): readonly string[] =>
  Object.entries(Object(Object(schema).properties)).flatMap(([name, inner]) => [
    name,
    ...keysIn(Object(inner)).map((key) => `${name}.${key}`),
  ]);

describe("each function against its model, on a tenant in memory", () => {
  test("M-117: every function has a model, and something is asked of each", () => {
    expect(Object.keys(MODEL).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(ASKS).toSorted()).toEqual(names.toSorted());
  });

  test("a model takes nothing from the product but the names of types", () => {
    for (const file of MODELS) {
      const text = readFileSync(new URL(file, DIFFERENTIAL), "utf8");
      const imports = text.match(/^import [^;]*;$/gm) ?? [];
      const ours = imports.filter((line) => !/^import type |"\.\/model-[a-z]+\.ts";$/.test(line));
      expect(ours).toEqual([]);
      expect(text).not.toMatch(/\bimport\(|\brequire\(/);
    }
  });

  test.each(names)(
    "M-117, R09 (part): %s does what its model says, once, and the same after a crash",
    async (name) => {
      const open = async () => memoryTenant();
      const { operations, keys } = await compareWithModel(name, { open, runs: RUNS });
      const made = library.find(({ manifest }) => manifest.name === name);
      // Each operation it names was used, and none that it does not name.
      expect([...operations].toSorted()).toEqual([...(made?.calls ?? [])].toSorted());
      // Each parameter that it takes was given at least once.
      const taken = keysIn(made?.manifest.params ?? {});
      expect(taken.filter((key) => !keys.has(key))).toEqual([]);
    },
  );
});

const SIMULATED_RUNS = 25;

describe("each function against its model, on the simulated tenant behind HTTP", () => {
  test.each(names)(
    "M-117, R09 (part), X-66 (part): %s, as a real client with its permissions alone, does that",
    async (name) => {
      await compareWithModel(name, {
        ...SIMULATED,
        open: () => simulatedTestTenant({ roles: permissionsFor(new Set([name])) }),
        runs: SIMULATED_RUNS,
      });
    },
    120_000,
  );
});
