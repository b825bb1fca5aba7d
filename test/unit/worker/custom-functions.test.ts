import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { BatchId, StepExecutionId } from "../../../runtime/contract/ids.ts";
import { formatJobId } from "../../../runtime/contract/job-id.ts";
import { ok } from "../../../runtime/contract/result.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { loadCustomFunctions } from "../../../runtime/worker/custom/load-custom.ts";
import { noOp } from "../../../runtime/worker/functions/no-op.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { memoryTenant } from "./functions/differential/memory-tenant.ts";

const EXAMPLE = fileURLToPath(new URL("../../fixtures/custom-functions", import.meta.url));

const NOW = new Date("2026-03-01T08:00:00.000Z");

const context = () => ({
  jobId: formatJobId({
    kind: "init",
    stepExecutionId: StepExecutionId.parse(1),
    attempt: 1,
    poll: 0,
  }),
  batchId: BatchId.parse(1),
  attempt: 1,
  poll: 0,
  signal: new AbortController().signal,
});

describe("the worked example", () => {
  const allowed = ["New-BatchAccount"];

  test("M-118 (part): it is found, described and called like one of the library", async () => {
    const tenant = memoryTenant();
    const loaded = await loadCustomFunctions(
      { folder: EXAMPLE, allowed, taken: [noOp()] },
      tenant.tenant,
      manualClock(NOW),
    );
    const [made] = answerOf(loaded).functions;
    expect(made?.manifest).toMatchObject({
      name: "New-BatchAccount",
      effect: "write",
      idempotency: "check-then-act",
      params: { type: "object", required: ["BatchId", "Domain"] },
    });
    expect(made?.capability).toBe("entra");
    const params = { BatchId: 42, Domain: "fabrikam.test" };
    const call = made && answerOf(made.prepare(params));
    const first = await call?.(context());
    expect(first).toMatchObject({ ok: true, value: { kind: "done" } });
    expect(await call?.(context())).toEqual(first);
    expect((await tenant.read()).people.map(({ upn }) => upn)).toEqual(["batch-42@fabrikam.test"]);
    expect(made?.prepare({ BatchId: "many", Domain: "fabrikam.test" }).ok).toBe(false);
  });
});

const JS = `export default ({ z, ok }) => ({
  name: "Get-Weather",
  description: "Tells the weather.",
  effect: "read",
  idempotency: "natural-key",
  result: "Boolean",
  params: z.strictObject({}),
  run: async () => ok({ kind: "done", value: true }),
});
`;

describe("a folder of functions", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "drover-custom-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const loadAll = (allowed: readonly string[] | "all", taken = [noOp()]) =>
    loadCustomFunctions({ folder, allowed, taken }, memoryTenant().tenant, manualClock(NOW));
  const load = async (allowed: readonly string[] | "all", taken = [noOp()]) => {
    const loaded = await loadAll(allowed, taken);
    return loaded.ok ? ok(loaded.value.functions) : loaded;
  };

  test("at home whatever lies in the folder is allowed", async () => {
    put("weather.mjs", JS);
    const functions = answerOf(await load("all"));
    expect(functions.map(({ manifest }) => manifest.name)).toEqual(["Get-Weather"]);
  });

  test("M-118 (part): JavaScript will do, and letter case of the list means nothing", async () => {
    put("weather.mjs", JS);
    put("notes.txt", "not a module");
    const functions = answerOf(await load(["get-weather"]));
    expect(functions.map(({ manifest }) => manifest.name)).toEqual(["Get-Weather"]);
    expect(functions[0]?.capability).toBe("custom");
  });

  test.each([
    ["weather.cjs", JS.replace("export default", "module.exports =")],
    ["weather.cts", JS.replace("export default ({ z, ok })", "module.exports = ({ z, ok }: any)")],
    [
      "compiled.cjs",
      `exports.__esModule = true;\n${JS.replace("export default", "exports.default =")}`,
    ],
  ])("M-118 (part): a CommonJS module will do (%s)", async (file, text) => {
    put(file, text);
    const functions = answerOf(await load("all"));
    expect(functions.map(({ manifest }) => manifest.name)).toEqual(["Get-Weather"]);
  });

  test.each(["Get-Weather.ps1", "Y.PS1", "weather.tsx", "weather.py"])(
    "a file that is meant to be a function and cannot be one is told (%s)",
    async (file) => {
      put(file, JS);
      put("weather.mjs", JS);
      expect(await load("all")).toMatchObject({
        ok: false,
        error: {
          what: expect.stringContaining(file),
          next: expect.stringContaining("take it out"),
        },
      });
    },
  );

  test("notes, declarations and folders lie beside modules by right", async () => {
    put("weather.mjs", JS);
    put("README.md", "# Weather");
    put("package.json", "{}");
    put("weather.d.cts", "export {};");
    mkdirSync(join(folder, "node_modules"));
    expect(answerOf(await load("all"))).toHaveLength(1);
  });

  test("M-118 (part): what is not on the list is not registered", async () => {
    put("weather.mjs", JS);
    expect(await load([])).toEqual({ ok: true, value: [] });
  });

  test("a name that is allowed and that nobody defines is told", async () => {
    expect(await load(["Get-Weather"])).toMatchObject({
      ok: false,
      error: { why: "No module of the folder defines get-weather." },
    });
  });

  test.each([
    ["a module that does not parse", "export default {", /^It cannot be loaded \(SyntaxError/],
    ["a module that throws", "throw new Error('no');", /^It cannot be loaded \(Error: no\)/],
    ["a module that throws text", "throw 'no';", /^It cannot be loaded \(.*: it threw no\)/],
    ["a module that throws null", "throw null;", /^It cannot be loaded \(.*: it threw null\)/],
    ["a module without default export", "export const a = 1;", /^It has no default export\.$/],
    ["a promise", "export default async () => ({});", /must not be async/],
    ["a definition without a name", JS.replace(/name:.*/, ""), /\(name: /],
    ["a class of idempotency that is none", JS.replace("natural-key", "always"), /idempotency: /],
    [
      "a capability that no worker has",
      JS.replace("effect:", 'capability: "exchnge", effect:'),
      /capability: .*"entra"\|"exchange"\|"alerts"\|"custom"/,
    ],
    [
      "parameters that are no schema",
      JS.replace("z.strictObject({})", "{}"),
      /params: must be z\.object/,
    ],
    ["a run that is no function", JS.replace(/run: .*/, "run: 1,"), /run: must be a function/],
  ])("%s is a clear error that names the file", async (_what, text, why) => {
    put("mine.mjs", text);
    const loaded = await load(["Get-Weather"]);
    expect(loaded).toMatchObject({
      ok: false,
      error: {
        what: "The custom function in mine.mjs is broken.",
        why: expect.stringMatching(why),
        next: "Mend the module, or take it out of the folder.",
      },
    });
  });

  test("a name of the library, or of another module, is refused", async () => {
    put("ours.mjs", JS.replace("Get-Weather", "INVOKE-noop"));
    expect(await load([])).toMatchObject({
      ok: false,
      error: { why: "INVOKE-noop is defined by the library already." },
    });
    put("a.mjs", JS);
    put("b.mjs", JS.replace("Get-Weather", "get-weather"));
    expect(await load([], [])).toMatchObject({
      ok: false,
      error: {
        what: expect.stringContaining("b.mjs"),
        why: "get-weather is defined by a.mjs already.",
      },
    });
  });

  test("a folder that is not there is told by the system's code", async () => {
    const nowhere = { folder: join(folder, "nowhere"), allowed: [], taken: [] };
    const loaded = await loadCustomFunctions(nowhere, memoryTenant().tenant, manualClock(NOW));
    expect(loaded).toMatchObject({
      ok: false,
      error: { why: "The system says ENOENT." },
    });
  });
});
