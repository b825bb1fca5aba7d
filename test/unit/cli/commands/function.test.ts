import { describe, expect, test } from "@jest/globals";
import { FunctionLibrary } from "../../../../runtime/contract/function-library.ts";
import { ok } from "../../../../runtime/contract/result.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { SHIPPED_FUNCTIONS } from "../../../fixtures/shipped-library.ts";
import { STANDARD_FUNCTIONS } from "../../../fixtures/standard-functions.ts";
import { memoryTenant } from "../../worker/functions/differential/memory-tenant.ts";
import { drover, INSTALLED } from "../drover-in-process.ts";

const run = (...words: string[]) => drover(["function", ...words], { root: INSTALLED });

type Schema = { readonly description?: string; readonly properties?: Record<string, Schema> };

/** Names of parameters, with those they are within, that nothing is said about. */
const undescribed = (place: string, { properties = {} }: Schema): readonly string[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [`${place}.${name}`]),
    ...undescribed(`${place}.${name}`, schema),
  ]);

describe("drover function", () => {
  test("M-117 (part): list prints the library with the fourteen standard names", async () => {
    const { status, stdout } = await run("list", "--json");
    expect(status).toBe(0);
    const { functions } = FunctionLibrary.parse({ functions: JSON.parse(stdout) });
    expect(functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...STANDARD_FUNCTIONS]),
    );
    const table = (await run("list")).stdout.split("\n");
    expect(table[0]).toMatch(/^FUNCTION +EFFECT +RESULT +WHAT IT DOES$/);
    expect(table).toHaveLength(functions.length + 2);
    const reading = (await run("list", "--effect", "read", "-o", "tsv")).stdout;
    expect(reading).toContain("Test-EntraAttributeMatch\tread");
    expect(reading).not.toContain("New-EntraUser");
  });

  test("every function has an example whose parameters are its own", async () => {
    const { functions } = FunctionLibrary.parse({
      functions: JSON.parse((await run("list", "--json")).stdout),
    });
    for (const { name, params, examples } of functions) {
      const known = Object.keys((params["properties"] ?? {}) as object);
      expect({ name, examples: examples.length }).not.toEqual({ name, examples: 0 });
      for (const example of examples) {
        expect({
          name,
          unknown: Object.keys(example.params).filter((key) => !known.includes(key)),
        }).toEqual({ name, unknown: [] });
      }
    }
  });

  test("every parameter of every function is described, also one within another", async () => {
    const { functions } = FunctionLibrary.parse({
      functions: JSON.parse((await run("list", "--json")).stdout),
    });
    const bare = functions.flatMap(({ name, params }) => undescribed(name, params as Schema));
    expect(bare).toEqual([]);
  });

  test("every example runs: its function takes the parameters, and answers in that kind", () => {
    const library = functionLibrary(memoryTenant().tenant);
    for (const { manifest, prepare } of library) {
      expect(manifest.examples.length).toBeGreaterThan(0);
      for (const { params, result } of manifest.examples) {
        expect([manifest.name, prepare(params)]).toEqual([manifest.name, ok(expect.anything())]);
        expect(typeof result).toBe(manifest.result === "Boolean" ? "boolean" : "object");
      }
    }
  });

  test("show tells parameters, permissions and a step, in any letter case", async () => {
    const { status, stdout } = await run("show", "new-entrauser");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Function +New-EntraUser$/m);
    expect(stdout).toMatch(/^Needs +entra: .*User\.ReadWrite\.All/m);
    expect(stdout).toMatch(/^UserPrincipalName +string +needed /m);
    expect(stdout).toMatch(/^Department +string or number +The department /m);
    expect(stdout).toMatch(/^ +function: "New-EntraUser"$/m);
  });

  test("M-074 (part): whoever may answer not done yet says so, and its example polls", async () => {
    const polled = SHIPPED_FUNCTIONS.filter((one) => one.polled).map(({ name }) => name);
    const said = SHIPPED_FUNCTIONS.filter(({ description }) => /\bpoll\b/.test(description));
    expect(polled).toEqual(said.map(({ name }) => name));
    expect(polled).toEqual(expect.arrayContaining(["Test-EntraAttributeMatch"]));
    expect((await run("show", "Test-EntraAttributeMatch")).stdout).toMatch(/^ +poll:$/m);
    expect((await run("show", "New-EntraUser")).stdout).not.toContain("poll");
  });

  test("an unknown name is not found, with the nearest", async () => {
    const { status, stderr } = await run("show", "New-EntraUsr");
    expect(status).toBe(5);
    expect(stderr).toContain("did you mean New-EntraUser?");
  });
});
