import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import { ok } from "../../../runtime/contract/result.ts";
import { workerFunction } from "../../../runtime/worker/function.ts";
import { noOp, REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import { registryOf } from "../../../runtime/worker/registry.ts";
import { WEST, workerWorld } from "./worker-world.ts";

const EXCHANGE = workerFunction({
  name: FunctionName.parse("Set-Thing"),
  description: "Sets a thing.",
  capability: "exchange",
  params: z.strictObject({ thing: z.string(), size: z.number().default(1) }),
  result: "Boolean",
  effect: "write",
  idempotency: "natural-key",
  examples: [],
  run: async () => ok({ kind: "done", value: true }),
});

const name = (text: string) => FunctionName.parse(text);

describe("the allow-list", () => {
  const registry = registryOf([noOp(), EXCHANGE], [REHEARSAL]);

  test("M-118 (part): a function that is on it is found, in any letter case", () => {
    for (const spelled of ["Invoke-NoOp", "invoke-noop"]) {
      expect(registry.find(name(spelled))).toMatchObject({ ok: true });
    }
  });

  test("M-118 (part): a function that is not on it cannot be called", () => {
    const failure = { ok: false, error: { kind: "not-registered" } };
    expect(registry.find(name("Remove-Everything"))).toEqual(failure);
    expect(registry.find(name("constructor"))).toEqual(failure);
  });

  test("a function whose capability is off is told apart from one that is not there", () => {
    const failure = { kind: "capability-disabled", capability: "exchange" };
    expect(registry.find(name("Set-Thing"))).toEqual({ ok: false, error: failure });
    expect(registryOf([EXCHANGE], ["exchange"]).find(name("Set-Thing")).ok).toBe(true);
  });

  test("the manifest lists what can be called here, with its parameters as JSON Schema", () => {
    const all = registryOf([noOp(), EXCHANGE], [REHEARSAL, "exchange"]).manifest(WEST, "1.0.0");
    expect(all.functions.map((each) => each.name)).toEqual(["Invoke-NoOp", "Set-Thing"]);
    expect(all).toMatchObject({ workerId: "west", version: "1.0.0" });
    expect(all.functions[1]).toMatchObject({
      effect: "write",
      idempotency: "natural-key",
      result: "Boolean",
      params: { type: "object", required: ["thing"], properties: { thing: { type: "string" } } },
    });
    expect(all.switchedOff).toEqual([]);
  });

  test("the manifest tells what is switched off, and which capability it lacks", () => {
    const some = registry.manifest(WEST, "1.0.0");
    expect(some.functions.map((each) => each.name)).toEqual(["Invoke-NoOp"]);
    expect(some.switchedOff).toEqual([{ name: "Set-Thing", capability: "exchange" }]);
  });

  test("two functions of one name are a mistake, whatever the letter case", () => {
    const shouted = workerFunction({
      ...noOp().manifest,
      name: name("INVOKE-NOOP"),
      capability: REHEARSAL,
      params: z.object({}),
      run: async () => ok({ kind: "done", value: true }),
    });
    expect(() => registryOf([noOp(), shouted], [])).toThrow("same name");
  });
});

describe("jobs for functions that cannot be called", () => {
  test("M-118 (part): a function nobody registered is a failure that says what to do", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ name: "Remove-Everything" });
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({
      kind: "failed",
      error: {
        type: "not_registered",
        message: expect.stringMatching(
          /^The worker west has no function Remove-Everything: .*folder of functions.*runbook/,
        ),
        isAmbiguous: false,
      },
    });
    expect(world.left()).toEqual({ ready: 0, locked: 0, dead: 0 });
  });

  test("a function whose capability is off is another failure", async () => {
    const world = workerWorld();
    world.start("one", { functions: [EXCHANGE] });
    await world.give({ name: "Set-Thing", params: { thing: "a" } });
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({
      error: {
        type: "capability_disabled",
        message: 'Set-Thing needs the capability "exchange", which the worker west does not have.',
      },
    });
  });

  test("parameters that do not fit are named, and their values are not", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ params: { failTimes: "anna@contoso.com", delaySec: -1 } });
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({ error: { type: "invalid_parameters" } });
    const text = JSON.stringify(result);
    expect(text).toContain("failTimes: ");
    expect(text).toContain("; delaySec: ");
    expect(text).not.toContain("contoso");
    expect(world.effects).toEqual([]);
  });

  test("parameters that are wrong as a whole are named as such", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ params: { unheard: 1 } });
    const [result] = await world.results();
    expect(JSON.stringify(result)).toContain("parameters: Unrecognized key");
  });

  test("no function is called and nothing is kept for such a job", async () => {
    const world = workerWorld();
    let begun = 0;
    world.start("one", {
      ledger: (ledger) => ({
        ...ledger,
        begin: (jobs) => {
          begun += jobs.length;
          return ledger.begin(jobs);
        },
      }),
    });
    await world.give({ params: { failTimes: -1 } });
    expect(await world.results()).toHaveLength(1);
    expect(begun).toBe(0);
  });
});

describe("messages that are no jobs of this worker", () => {
  test("a malformed job is dead-lettered alone, with its reason", async () => {
    const world = workerWorld();
    world.start("one");
    const body = '{"jobId":"step-2-attempt-1","functionName":"anna@contoso.com"}';
    await world.give(
      { id: "step-1-attempt-1" },
      { id: "step-2-attempt-1", over: { body } },
      { id: "step-3-attempt-1", over: { body: "not JSON" } },
      { id: "step-4-attempt-1" },
    );
    const results = await world.results();
    expect(results.map(({ jobId }) => jobId)).toEqual(["step-1-attempt-1", "step-4-attempt-1"]);
    const dead = await world.deadLetters();
    expect(
      dead.map(({ messageId, properties }) => [messageId, properties["DeadLetterReason"]]),
    ).toEqual([
      ["step-2-attempt-1", "invalid"],
      ["step-3-attempt-1", "not-json"],
    ]);
    expect(dead[1]?.properties["DeadLetterErrorDescription"]).toBe(
      "The body is not JSON in UTF-8.",
    );
    expect(JSON.stringify(dead.map(({ properties }) => properties))).not.toContain("contoso");
    expect(world.faults).toEqual([
      { kind: "job-refused", messageId: "step-2-attempt-1", reason: "invalid" },
      { kind: "job-refused", messageId: "step-3-attempt-1", reason: "not-json" },
    ]);
    expect(world.left()).toEqual({ ready: 0, locked: 0, dead: 2 });
  });

  test("a job of another worker is refused and not answered", async () => {
    const world = workerWorld();
    world.start("one");
    await world.give({ worker: "east" });
    expect(await world.results()).toEqual([]);
    expect(world.effects).toEqual([]);
    const [dead] = await world.deadLetters();
    expect(dead?.properties["DeadLetterReason"]).toBe("foreign-worker");
    expect(dead?.properties["DeadLetterErrorDescription"]).toBe(
      "The job is for worker east; this is west.",
    );
  });
});
