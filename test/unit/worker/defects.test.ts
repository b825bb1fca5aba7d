import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { acting, outcomeOf } from "./acting.ts";
import { LOOKS_FIRST, NATURAL, ONCE_ONLY } from "./traits.ts";
import { workerWorld } from "./worker-world.ts";

const answering = (value: unknown) =>
  acting(async () => ok({ kind: "done", value: value as Record<string, unknown> }));

const KEY = `abc8Q~${"x".repeat(34)}`;

describe("functions that give secrets away", () => {
  test("I30 (part): a result leaves without what looks like one or is called one", async () => {
    const { outcome } = await outcomeOf(
      answering({ text: `it is ${KEY}`, list: [{ password: "hunter2" }], mailbox: "made" }),
    );
    expect(outcome).toMatchObject({
      kind: "succeeded",
      result: { text: "it is [secret]", list: [{ password: "[secret]" }], mailbox: "made" },
    });
  });

  test("I30 (part): a failure leaves without it, in message and code", async () => {
    const { outcome } = await outcomeOf(
      acting(async () => fail({ kind: "failed", code: KEY, message: `no: password=${KEY}` })),
    );
    const error = { type: "[secret]", message: "no: password=[secret]" };
    expect(outcome).toMatchObject({ kind: "failed", error });
  });

  test("I30 (part): what it was given as a password it cannot tell on, in any form", async () => {
    const given = "correct horse battery";
    const params = { Account: { NewPasswords: [given] }, Note: "keep the horse" };
    const encoded = Buffer.from(given).toString("base64");
    const telling = {
      note: `set ${given}`,
      url: encodeURIComponent(given),
      encoded,
      kept: "horse",
    };
    const { outcome } = await outcomeOf(answering(telling), params);
    const result = { note: "set [secret]", url: "[secret]", encoded: "[secret]", kept: "horse" };
    expect(outcome).toMatchObject({ kind: "succeeded", result });
    const failing = acting(async () => fail({ kind: "failed", code: "Bad", message: given }));
    const failed = await outcomeOf(failing, params);
    expect(failed.outcome).toMatchObject({ kind: "failed", error: { message: "[secret]" } });
  });

  test.each([
    ["a number", 4815162342],
    ["a short number", 481],
    ["a few letters", "s3!z"],
  ])("I30 (part): %s that it was given as a password it cannot tell on", async (_, given) => {
    const telling = { used: given, note: `tried ${given}, twice`, [`${given}`]: [given], n: 4 };
    const { outcome } = await outcomeOf(answering(telling), { Account: { Password: given } });
    const result = { used: "[secret]", note: "tried [secret], twice", n: 4 };
    expect(outcome).toMatchObject({ result: { ...result, "[secret]": ["[secret]"] } });
    const message = `The door of ann refused ${given}`;
    const failing = acting(async () => fail({ kind: "failed", code: "Bad", message }));
    const failed = await outcomeOf(failing, { Password: given });
    expect(failed.outcome).toMatchObject({
      error: { message: "The door of ann refused [secret]" },
    });
  });

  test("what is shorter than three signs is hidden under its name only", async () => {
    const telling = { Password: "no", note: "no, 12 of 12" };
    const { outcome } = await outcomeOf(answering(telling), { Password: "no", Pwd: 12 });
    expect(outcome).toMatchObject({ result: { Password: "[secret]", note: "no, 12 of 12" } });
  });

  test("I30 (part): progress of work that goes on leaves without it", async () => {
    const { outcome } = await outcomeOf(
      acting(async () => ok({ kind: "incomplete", progress: { clientSecret: "hunter2" } })),
    );
    expect(outcome).toMatchObject({ kind: "polling", result: { clientSecret: "[secret]" } });
  });
});

describe("functions with a defect", () => {
  test("a function that throws is a failed step, and its words stay inside", async () => {
    const { outcome, faults } = await outcomeOf(
      acting(async () => {
        throw new TypeError("cannot read\n    at anna@contoso.com\n    password: hunter2");
      }),
    );
    expect(outcome).toMatchObject({
      kind: "failed",
      error: {
        type: "function_threw",
        message: "Set-Thing has a defect: it threw TypeError. The worker's log says where.",
      },
    });
    expect(faults).toMatchObject([
      { kind: "function-threw", jobId: "step-1-attempt-1", error: { name: "TypeError" } },
    ]);
    const told = JSON.stringify([outcome, faults]);
    expect(told).toContain("defects.test.ts");
    expect(told).not.toMatch(/contoso|hunter2/);
  });

  test("a function that throws before it makes a promise is the same", async () => {
    const { outcome } = await outcomeOf(
      acting(() => {
        throw new Error("at once");
      }),
    );
    expect(outcome).toMatchObject({ error: { type: "function_threw" } });
  });

  test.each([
    ["text", "anna@contoso.com"],
    ["nothing", undefined],
    ["an error with a telling name", Object.assign(new Error("x"), { name: "anna@contoso.com" })],
  ])("a function may throw %s, and nothing of it is told", async (_, thrown) => {
    const { outcome, faults } = await outcomeOf(acting(() => Promise.reject(thrown)));
    expect(outcome).toMatchObject({
      error: { message: "Set-Thing has a defect: it threw an error. The worker's log says where." },
    });
    expect(JSON.stringify(faults)).not.toContain("contoso");
  });

  test.each([
    ["throws", z.string().transform((text) => JSON.parse(text)), "SyntaxError"],
    [
      "refines with a throw",
      z.string().refine((text) => {
        throw new RangeError(text);
      }),
      "RangeError",
    ],
    ["is async", z.string().refine(async () => true), "Error"],
  ])("a schema that %s is a failed step, and its words stay inside", async (_, field, name) => {
    let calls = 0;
    const run = async () => {
      calls += 1;
      return ok({ kind: "done", value: {} } as const);
    };
    const made = acting(run, ONCE_ONLY, z.object({ Upn: field }));
    const { outcome, faults } = await outcomeOf(made, { Upn: "anna@contoso.com" });
    expect(outcome).toMatchObject({
      kind: "failed",
      error: {
        type: "function_threw",
        message: expect.stringContaining(`the schema of its params threw ${name}, and it was not`),
        isAmbiguous: false,
      },
    });
    expect(faults).toMatchObject([{ kind: "function-threw", error: { name } }]);
    expect(JSON.stringify([outcome, faults])).not.toContain("contoso");
    expect(calls).toBe(0);
  });

  test("R09 (part), X-77 (part): nobody knows how far a function came that threw", async () => {
    const throwing = () => Promise.reject(new Error("midway"));
    for (const [traits, isAmbiguous] of [
      [ONCE_ONLY, true],
      [LOOKS_FIRST, false],
      [NATURAL, false],
      [{ effect: "read", idempotency: "none" }, false],
    ] as const) {
      const { outcome } = await outcomeOf(acting(throwing, traits));
      expect(outcome).toMatchObject({ kind: "failed", error: { isAmbiguous } });
    }
  });

  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const deep = (levels: number): Record<string, unknown> =>
    levels === 0 ? {} : { in: deep(levels - 1) };

  test.each([
    ["of another kind than it declares", true],
    ["that is a list", [1]],
    ["that is nothing", null],
    ["that goes in a circle", circle],
    ["with a number that JSON has not", { count: 1n }],
    ["nested deeper than a reader follows", deep(LIMITS.jsonDepth)],
    ["with a key no reader takes", JSON.parse('{"__proto__":1}')],
  ])("a result %s is a defect and still an answer", async (_, value) => {
    const { outcome } = await outcomeOf(answering(value));
    expect(outcome).toMatchObject({
      kind: "failed",
      error: { type: "invalid_result", isAmbiguous: true },
    });
  });

  test("a Boolean function answers true or false, and nothing else", async () => {
    const world = workerWorld();
    const { prepare, ...rest } = answering(true);
    const manifest = { ...rest.manifest, result: "Boolean" } as const;
    world.start("one", { functions: [{ ...rest, manifest, prepare }] });
    await world.give({ name: "Set-Thing" });
    const [result] = await world.results();
    expect(result?.outcome).toEqual({ kind: "succeeded", resultType: "Boolean", result: true });
  });

  test("R31 (part): a result too large for the bus is told, after one effect", async () => {
    const world = workerWorld();
    let effects = 0;
    const large = acting(async () => {
      effects += 1;
      return ok({ kind: "done", value: { text: "x".repeat(LIMITS.messageBytes) } });
    });
    world.start("one", { functions: [large] });
    await world.give({ name: "Set-Thing" });
    const [result] = await world.results();
    expect(result?.outcome).toMatchObject({
      kind: "failed",
      error: { type: "result_too_large", isAmbiguous: true },
    });
    expect(JSON.stringify(result)).toContain("a message holds 262144");
    await world.give({ name: "Set-Thing", over: { messageId: MessageId.parse("again") } });
    expect(await world.results()).toEqual([result]);
    expect(effects).toBe(1);
  });

  test("R31 (part): a result that only its envelope makes too large is found out too", async () => {
    const text = "x".repeat(LIMITS.messageBytes - LIMITS.messageOverheadBytes - 100);
    const { outcome } = await outcomeOf(answering({ text }));
    expect(outcome).toMatchObject({ error: { type: "result_too_large" } });
  });

  test("a message of a failure is cut rather than refused", async () => {
    const message = "y".repeat(LIMITS.messageBytes);
    const { outcome } = await outcomeOf(
      acting(async () => fail({ kind: "failed", code: "long", message })),
    );
    const error = { type: "long", message: "y".repeat(LIMITS.textChars) };
    expect(outcome).toMatchObject({ kind: "failed", error });
  });
});
