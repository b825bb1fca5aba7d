/** Jobs with marks: what a worker's functions put into results, failures and errors. */
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import type { JobMarks } from "../../../runtime/contract/messages/job-marks.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import { type FunctionResult, workerFunction } from "../../../runtime/worker/function.ts";
import { REHEARSAL } from "../../../runtime/worker/functions/no-op.ts";
import type { JobDraft } from "./job-message.ts";
import { ONCE_ONLY } from "./traits.ts";
import { workerWorld } from "./worker-world.ts";

const NOTE = "plain canary note";
const PIN = "plain-canary-pin";

const acting = (run: () => Promise<FunctionResult>, params = z.looseObject({})) =>
  workerFunction({
    ...ONCE_ONLY,
    name: FunctionName.parse("Set-Thing"),
    description: "Sets a thing.",
    capability: REHEARSAL,
    params,
    result: "Object",
    examples: [],
    run,
  });
const answering = (value: Readonly<Record<string, unknown>>) =>
  acting(async () => ok({ kind: "done", value }));

const marks = (given: Partial<JobMarks>): JobMarks => ({
  params: [],
  values: [],
  results: [],
  ...given,
});

async function lettersOf(theFunction: ReturnType<typeof acting>, draft: JobDraft) {
  const world = workerWorld();
  world.start("one", { functions: [theFunction] });
  await world.give({ name: "Set-Thing", ...draft });
  const [letter] = await world.letters();
  expect(world.left()).toEqual({ ready: 0, locked: 0, dead: 0 });
  return { body: JSON.parse(letter?.body ?? "null"), faults: world.faults };
}

describe("functions that tell on what is marked", () => {
  const job = { params: { Note: NOTE, Who: "ada" }, sensitive: marks({ params: ["Note"] }) };

  test("I30 (part): a result leaves without it, in any form, under any name", async () => {
    const url = encodeURIComponent(NOTE);
    const { body } = await lettersOf(
      answering({ [NOTE]: 1, text: `it is ${NOTE}`, list: [{ url }], who: "ada" }),
      job,
    );
    expect(body.result).toEqual({
      "[secret]": 1,
      text: "it is [secret]",
      list: [{ url: "[secret]" }],
      who: "ada",
    });
  });

  test("I30 (part): a value that is not marked is told as before", async () => {
    const { body } = await lettersOf(answering({ text: NOTE }), { params: { Note: NOTE } });
    expect(body.result).toEqual({ text: NOTE });
    expect(body).not.toHaveProperty("sensitive");
  });

  test("I30 (part): a failure leaves without it, in message and code", async () => {
    const failing = acting(async () =>
      fail({ kind: "failed", code: NOTE, message: `no: ${NOTE}` }),
    );
    expect((await lettersOf(failing, job)).body.error).toMatchObject({
      type: "[secret]",
      message: "no: [secret]",
    });
    const short = { params: { Pin: 4711 }, sensitive: marks({ params: ["Pin"] }) };
    const often = acting(async () =>
      fail({ kind: "failed", code: "no", message: "4711 ".repeat(LIMITS.textChars / 5) }),
    );
    const { message } = (await lettersOf(often, short)).body.error;
    expect(message).toMatch(/^(?:\[secret\] )+$/);
  });

  test("I30 (part): what stands in a param among other text is hidden by itself", async () => {
    const { body } = await lettersOf(answering({ text: `code ${PIN}` }), {
      params: { Text: `Your code is ${PIN}.` },
      sensitive: marks({ params: ["Text"], values: [PIN] }),
    });
    expect(body.result).toEqual({ text: "code [secret]" });
  });

  test("I30 (part): params that are refused are told without their values", async () => {
    const picky = z.looseObject({
      Note: z.string().refine(() => false, { error: ({ input }) => `not ${String(input)}` }),
    });
    const { body } = await lettersOf(
      acting(async () => ok({ kind: "done", value: {} }), picky),
      job,
    );
    expect(body.error.type).toBe("invalid_parameters");
    expect(JSON.stringify(body)).not.toContain("canary");
  });

  test("I30 (part): neither an error's name nor its stack tells it to the log", async () => {
    const word = "PlainCanary";
    const thrown = Object.assign(new Error("x"), { name: word, stack: `x\n    at ${word} (a.ts)` });
    const { body, faults } = await lettersOf(
      acting(() => Promise.reject(thrown)),
      { params: { Note: word }, sensitive: marks({ params: ["Note"] }) },
    );
    expect(faults).toMatchObject([
      { kind: "function-threw", error: { name: "[secret]", frames: ["at [secret] (a.ts)"] } },
    ]);
    expect(JSON.stringify(body)).not.toContain(word);
  });

  test("I30 (part): nor what a step was given as a password, marked or not", async () => {
    const word = "PlainCanary1";
    const thrown = Object.assign(new Error("x"), { name: word, stack: `x\n    at ${word} (a.ts)` });
    const { body, faults } = await lettersOf(
      acting(() => Promise.reject(thrown)),
      { params: { Account: [{ Password: word }] } },
    );
    expect(faults).toMatchObject([
      { kind: "function-threw", error: { name: "[secret]", frames: ["at [secret] (a.ts)"] } },
    ]);
    expect(JSON.stringify(body)).not.toContain(word);
  });

  test("I30 (part): nor does what a schema throws", async () => {
    const throwing = z.looseObject({
      Note: z.string().refine((given) => {
        throw Object.assign(new Error("x"), { name: given });
      }),
    });
    const { body, faults } = await lettersOf(
      acting(async () => ok({ kind: "done", value: {} }), throwing),
      { params: { Note: "PlainCanary" }, sensitive: marks({ params: ["Note"] }) },
    );
    expect(faults).toHaveLength(1);
    expect(JSON.stringify([body, faults])).not.toContain("PlainCanary");
  });
});

describe("fields of a result that are marked", () => {
  const job = { sensitive: marks({ results: ["Password"] }) };

  test("I30 (part): they are handed on as they are, and hidden elsewhere", async () => {
    const { body } = await lettersOf(
      answering({ Password: PIN, text: `made ${PIN}`, Token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln" }),
      job,
    );
    expect(body).toMatchObject({
      result: { Password: PIN, text: "made [secret]", Token: "[secret]" },
      sensitive: ["Password"],
    });
  });

  test("I30 (part): so are those of work that goes on, in its data", async () => {
    const { body } = await lettersOf(
      acting(async () => ok({ kind: "incomplete", progress: { data: { Password: PIN, n: 1 } } })),
      job,
    );
    expect(body).toMatchObject({
      result: { complete: false, data: { Password: PIN, n: 1 } },
      sensitive: ["Password"],
    });
  });

  test("a field of that name elsewhere in the result is none of them", async () => {
    const { body } = await lettersOf(
      answering({ Password: PIN, data: { Password: "other-canary" } }),
      job,
    );
    expect(body.result).toEqual({ Password: "[secret]", data: { Password: "other-canary" } });
  });
});
