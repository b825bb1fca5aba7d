/** What every ledger promises. */
import { expect } from "@jest/globals";
import { JobId } from "../../../runtime/contract/job-id.ts";
import type { Ledger, LedgerJob, LedgerState } from "../../../runtime/ledger/ledger.ts";
import { answerOf } from "../bus/answers.ts";
import { type LedgerCase, ledgerCase as test } from "./ledger-case.ts";

const job = (step: number, delivery = "1-1"): LedgerJob => ({
  jobId: JobId.parse(`step-${step}-attempt-1`),
  delivery,
});

const begin = async (
  ledger: Ledger,
  ...jobs: readonly LedgerJob[]
): Promise<readonly LedgerState[]> => answerOf(await ledger.begin(jobs));

const finish = async (ledger: Ledger, of: LedgerJob, result: string) =>
  answerOf(await ledger.finish([{ ...of, result }]))[0];

export const LEDGER_CASES: readonly LedgerCase[] = [
  test("a job that nobody began is new", async ({ ledger }) => {
    expect(await begin(ledger, job(1))).toEqual([{ kind: "new" }]);
  }),

  test("another delivery of a job that began and never ended finds it started", async ({
    ledger,
  }) => {
    await begin(ledger, job(1));
    expect(await begin(ledger, job(1, "1-2"))).toEqual([{ kind: "started" }]);
    expect(await begin(ledger, job(1, "1-3"))).toEqual([{ kind: "started" }]);
  }),

  test("the delivery that began a job may ask again and still finds it new", async ({ ledger }) => {
    await begin(ledger, job(1));
    expect(await begin(ledger, job(1))).toEqual([{ kind: "new" }]);
  }),

  test("a job that was begun and is withdrawn is new to another delivery", async ({ ledger }) => {
    await begin(ledger, job(1), job(2));
    expect(answerOf(await ledger.withdraw([job(1), job(3)]))).toBe(1);
    expect(await begin(ledger, job(1, "1-2"), job(2, "1-2"))).toEqual([
      { kind: "new" },
      { kind: "started" },
    ]);
  }),

  test("nobody withdraws what another delivery began, or what has a result", async ({ ledger }) => {
    await begin(ledger, job(1), job(2));
    await finish(ledger, job(2), "two");
    expect(answerOf(await ledger.withdraw([job(1, "1-2"), job(2)]))).toBe(0);
    expect(await begin(ledger, job(1, "1-3"), job(2))).toEqual([
      { kind: "started" },
      { kind: "done", result: "two" },
    ]);
  }),

  test("R08 (part), X-58 (part): a finished job is answered with its result", async ({
    ledger,
  }) => {
    await begin(ledger, job(1));
    await finish(ledger, job(1), '{"a":1}');
    const done = { kind: "done", result: '{"a":1}' };
    expect(await begin(ledger, job(1), job(1, "1-2"))).toEqual([done, done]);
  }),

  test("the first result of a job counts, and a later one learns it", async ({ ledger }) => {
    await begin(ledger, job(1));
    expect(await finish(ledger, job(1), "first")).toBe("first");
    expect(await finish(ledger, job(1, "1-2"), "second")).toBe("first");
    expect(await begin(ledger, job(1))).toEqual([{ kind: "done", result: "first" }]);
  }),

  test("an empty result is a result", async ({ ledger }) => {
    await begin(ledger, job(1));
    expect(await finish(ledger, job(1), "")).toBe("");
    expect(await finish(ledger, job(1), "later")).toBe("");
    expect(await begin(ledger, job(1))).toEqual([{ kind: "done", result: "" }]);
  }),

  test("a job that was never begun can be finished", async ({ ledger }) => {
    expect(await finish(ledger, job(1), "made")).toBe("made");
    expect(await begin(ledger, job(1))).toEqual([{ kind: "done", result: "made" }]);
  }),

  test("many jobs are answered in the order asked, each for itself", async ({ ledger }) => {
    await begin(ledger, job(2), job(3));
    await finish(ledger, job(3), "three");
    expect(await begin(ledger, job(1), job(2, "9-9"), job(3), job(4))).toEqual([
      { kind: "new" },
      { kind: "started" },
      { kind: "done", result: "three" },
      { kind: "new" },
    ]);
  }),

  test("many results are kept in one call", async ({ ledger }) => {
    await finish(ledger, job(1), "was there");
    const both = [
      { ...job(1), result: "one" },
      { ...job(2), result: "two" },
    ];
    expect(answerOf(await ledger.finish(both))).toEqual(["was there", "two"]);
  }),

  test("R08 (part): asking for results writes nothing, and answers those that are there", async ({
    ledger,
  }) => {
    await begin(ledger, job(1));
    await finish(ledger, job(2), "two");
    await finish(ledger, job(4), "");
    const jobs = [job(3), job(2), job(1), job(4)].map(({ jobId }) => jobId);
    expect(answerOf(await ledger.recall(jobs))).toEqual([null, "two", null, ""]);
    expect(await begin(ledger, job(3))).toEqual([{ kind: "new" }]);
    expect(await begin(ledger, job(1, "1-2"))).toEqual([{ kind: "started" }]);
  }),

  test("no jobs are no work", async ({ ledger }) => {
    expect(await begin(ledger)).toEqual([]);
    expect(answerOf(await ledger.finish([]))).toEqual([]);
    expect(answerOf(await ledger.recall([]))).toEqual([]);
  }),

  test("attempts and polls of one step are different jobs", async ({ ledger }) => {
    const ids = ["step-1-attempt-1", "step-1-retry-1", "step-1-attempt-1-poll-1"];
    const jobs = ids.map((id) => ({ jobId: JobId.parse(id), delivery: "1-1" }));
    const states = await begin(ledger, ...jobs);
    expect(states.map(({ kind }) => kind)).toEqual(["new", "new", "new"]);
  }),

  test("results keep every character", async ({ ledger }) => {
    const result = JSON.stringify({ text: "Zoë 🐑 \u0000 ' \" \\ \n", long: "x".repeat(200_000) });
    await finish(ledger, job(1), result);
    expect(await begin(ledger, job(1))).toEqual([{ kind: "done", result }]);
  }),

  test("jobs that began before an instant are forgotten, finished or not", async ({
    ledger,
    pass,
    now,
  }) => {
    await begin(ledger, job(1), job(2));
    await finish(ledger, job(1), "one");
    pass(1_000);
    const then = now();
    await begin(ledger, job(3));
    expect(answerOf(await ledger.prune(then, 10))).toBe(2);
    expect(answerOf(await ledger.prune(then, 10))).toBe(0);
    const states = await begin(ledger, job(1), job(2), job(3, "1-2"));
    expect(states.map(({ kind }) => kind)).toEqual(["new", "new", "started"]);
  }),

  test("forgetting takes the oldest first, and no more than asked", async ({
    ledger,
    pass,
    now,
  }) => {
    for (const step of [1, 2, 3]) {
      await begin(ledger, job(step));
      pass(1_000);
    }
    expect(answerOf(await ledger.prune(now(), 2))).toBe(2);
    const states = await begin(ledger, job(3, "1-2"), job(2, "1-2"), job(1, "1-2"));
    expect(states.map(({ kind }) => kind)).toEqual(["started", "new", "new"]);
  }),

  test(
    "two processes share what they know",
    async ({ ledger, another }) => {
      await begin(ledger, job(1), job(2));
      await finish(ledger, job(2), "two");
      expect(await begin(another(), job(1, "1-2"), job(2, "1-2"), job(3))).toEqual([
        { kind: "started" },
        { kind: "done", result: "two" },
        { kind: "new" },
      ]);
    },
    "survives-its-process",
  ),

  test(
    "R08 (part), R09 (part): a process killed between beginning and finishing leaves it started",
    async ({ ledger, inKilledProcess }) => {
      await inKilledProcess([job(1), job(2)], [{ ...job(2), result: "two" }]);
      expect(await begin(ledger, job(1, "1-2"), job(2, "1-2"), job(3))).toEqual([
        { kind: "started" },
        { kind: "done", result: "two" },
        { kind: "new" },
      ]);
    },
    "survives-its-process",
  ),
];
