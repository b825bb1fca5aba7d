import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { loadCustomFunctions } from "../../../runtime/worker/custom/load-custom.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { memoryTenant } from "./functions/differential/memory-tenant.ts";

const DEFINITION = `export default ({ z, ok }) => ({
  name: "Get-Weather",
  description: "Tells the weather.",
  effect: "read",
  idempotency: "natural-key",
  result: "Boolean",
  params: z.strictObject({}),
  run: async () => ok({ kind: "done", value: true }),
});
`;
const LIMIT_MS = LIMITS.customModuleLoadSec * 1_000;

let folder: string;
let clock: ReturnType<typeof manualClock>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-trial-"));
  clock = manualClock(new Date("2026-03-01T08:00:00.000Z"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
const load = () =>
  loadCustomFunctions({ folder, allowed: "all", taken: [] }, memoryTenant().tenant, clock);
/** While a module is loaded, its limit is what the clock waits for. */
const limitReached = async (): Promise<void> => {
  while (clock.next() === null) await new Promise((resolve) => setTimeout(resolve, 5));
  clock.advance(LIMIT_MS);
};
const broken = (why: RegExp) => ({
  ok: false,
  error: {
    what: "The custom function in mine.mjs is broken.",
    why: expect.stringMatching(why),
    next: "Mend the module, or take it out of the folder.",
  },
});

describe("a module that never comes to an end", () => {
  test("M-118 (part): what it waits for can never come: told at once", async () => {
    put("mine.mjs", `await new Promise(() => {});\n${DEFINITION}`);
    expect(await load()).toMatchObject(broken(/^Its top level waits .* can never come\.$/));
  });

  test.each([
    ["a loop without end", `for (;;);\n${DEFINITION}`],
    ["a loop in what it exports", "export default () => { for (;;); };"],
    ["something that might still come", "await new Promise((r) => setTimeout(r, 1e9));"],
  ])("M-118 (part): %s is told after the limit", async (_, text) => {
    put("mine.mjs", text);
    const loading = load();
    await limitReached();
    expect(await loading).toMatchObject(broken(/^It was not loaded within 30 s: .* loop/));
  });

  test("M-118 (part): one that stops only where it is needed is told after the limit", async () => {
    const seen = join(folder, "seen.txt");
    put(
      "mine.mjs",
      `import { writeFileSync } from "node:fs";
      import { isMainThread } from "node:worker_threads";
      if (isMainThread) {
        writeFileSync(${JSON.stringify(seen)}, "");
        await new Promise(() => {});
      }
      ${DEFINITION}`,
    );
    const loading = load();
    while (!existsSync(seen)) await new Promise((resolve) => setTimeout(resolve, 5));
    await limitReached();
    expect(await loading).toMatchObject(broken(/^It was not loaded within 30 s/));
  });

  test("the module that is to blame is named, and not those before it", async () => {
    put("before.mjs", DEFINITION);
    put("mine.mjs", "await new Promise(() => {});");
    expect(await load()).toMatchObject(broken(/can never come/));
  });
});

describe("a module that ends its process while it is loaded", () => {
  test.each([
    ["process.exit", "process.exit(0);"],
    ["process.exit", 'import { exit } from "node:process"; exit(3);'],
    ["process.exit", "export default () => process.exit(0);"],
    ["process.exit", "try { process.exit(0); } catch {}"],
    ["process.abort", "process.abort();"],
    ["process.kill", 'process.kill(process.pid, "SIGKILL");'],
  ])("M-118 (part): %s is told (%s)", async (ending, text) => {
    put("mine.mjs", text);
    const told = `^It calls ${ending} while it is loaded, which would end the worker\\.$`;
    expect(await load()).toMatchObject(broken(new RegExp(told)));
  });

  test("an error that it leaves behind is told, with its words", async () => {
    const late = "setTimeout(() => { throw new RangeError('late'); });";
    put("mine.mjs", `${late} await new Promise(() => setTimeout(() => {}, 1e9));`);
    expect(await load()).toMatchObject(broken(/leaves an error behind .*\(RangeError: late\)/));
  });

  test("what merely looks at its process may", async () => {
    put("mine.mjs", `process.kill(process.pid, 0);\n${DEFINITION}`);
    expect(answerOf(await load()).functions).toHaveLength(1);
  });
});

describe("folders inside of the folder of functions", () => {
  test("a function there that no module imports is told by name, and nothing fails", async () => {
    put("mine.mjs", DEFINITION);
    put("entra/weather.ts", DEFINITION.replace("Get-Weather", "Get-Wind"));
    const { functions, unfound } = answerOf(await load());
    expect(functions.map(({ manifest }) => manifest.name)).toEqual(["Get-Weather"]);
    expect(unfound).toEqual([
      `${join("entra", "weather.ts")} in the folder of custom functions looks like a function ` +
        "and is none of this worker's: folders in it are for what modules import. Move it up, or " +
        "export it again from a module there.",
    ]);
  });

  test("it is told also where nothing else lies in the folder", async () => {
    put("deep/down/weather.cjs", DEFINITION.replace("export default", "module.exports ="));
    expect(answerOf(await load()).unfound).toEqual([expect.stringContaining("weather.cjs")]);
  });

  test("what modules import is not told, whether it is a helper or a function", async () => {
    put("entra/weather.mjs", `import "./more.cjs";\n${DEFINITION}`);
    put("entra/more.cjs", DEFINITION.replace("export default", "module.exports ="));
    put("mine.mjs", 'export { default } from "./entra/weather.mjs";');
    const { functions, unfound } = answerOf(await load());
    expect(functions.map(({ manifest }) => manifest.name)).toEqual(["Get-Weather"]);
    expect(unfound).toEqual([]);
  });

  test("helpers, packages and hidden folders are not told", async () => {
    put("lib/helper.ts", "export const idempotency = 1;");
    put("node_modules/weather/index.js", DEFINITION);
    put(".git/weather.js", DEFINITION);
    put("lib/weather.d.ts", DEFINITION);
    expect(answerOf(await load()).unfound).toEqual([]);
  });

  test("more folders than are looked into are told of", async () => {
    for (let at = 0; at < LIMITS.customSubfolders; at += 1) mkdirSync(join(folder, `f${at}`));
    expect(answerOf(await load()).unfound).toEqual([]);
    mkdirSync(join(folder, "f0/one-more"));
    expect(answerOf(await load()).unfound).toEqual([expect.stringContaining("more than 200")]);
  });
});
