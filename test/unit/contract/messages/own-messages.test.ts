import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { workerJob } from "../../../../runtime/contract/messages/worker-job.ts";
import { workerResult } from "../../../../runtime/contract/messages/worker-result.ts";

/** Mostly what we write, sometimes a little or much off it. */
const mostly = <Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: ODD, weight: 1 });
const ODD = fc.constantFrom<unknown>(
  ...[
    null,
    undefined,
    0,
    -1,
    1.5,
    2 ** 53,
    999_999_999,
    "7",
    "",
    " a ",
    "x".repeat(300),
    {},
    [],
    true,
  ],
);
const ID = fc.integer({ min: 1, max: 50 });
const NAME = fc.constantFrom("no-op", "Umzug 2025", "a.b", "__proto__", "{{x}}", "-");

const correlation = fc.record({
  stepExecutionId: mostly(ID),
  isInitStep: mostly(fc.boolean()),
  runbookName: mostly(NAME),
  runbookVersion: mostly(ID),
  batchId: mostly(ID),
});
const jobIdOf = (kind: string, id: unknown, attempt: unknown, poll: unknown): string =>
  `${kind}-${id}-${attempt === 1 ? "attempt-1" : `retry-${Number(attempt) - 1}`}` +
  (poll === 0 ? "" : `-poll-${poll}`);

const round = fc
  .record({
    kind: fc.constantFrom("step", "init", "rollback", "removal", "finalize", "stepper"),
    attempt: mostly(fc.integer({ min: 1, max: 4 })),
    poll: mostly(fc.integer({ min: 0, max: 3 })),
    correlationData: mostly(correlation),
    odd: mostly(fc.constant(null)),
  })
  .map(({ kind, attempt, poll, correlationData, odd }) => {
    const id = Reflect.get(Object(correlationData), "stepExecutionId");
    return { jobId: odd ?? jobIdOf(kind, id, attempt, poll), attempt, poll, correlationData };
  });

const job = fc.record({
  batchId: mostly(ID),
  workerId: mostly(fc.constantFrom("cloud", "w-1", "-")),
  functionName: mostly(fc.constantFrom("Test-NoOp", "a b")),
  parameters: mostly(fc.dictionary(fc.constantFrom("Upn", "n"), fc.jsonValue())),
});
const result = fc.record({
  status: mostly(fc.constant("Success")),
  resultType: mostly(fc.constantFrom("Object", "Boolean")),
  result: mostly(fc.oneof(fc.boolean(), fc.constant({ complete: false }), fc.jsonValue())),
  durationMs: mostly(fc.nat(100)),
  timestamp: mostly(fc.constantFrom("2025-03-15T10:30:00.000Z", "2025-03-15T10:30:00+01:00")),
});

/** A field nobody knows sends a message the long way and changes nothing else. */
const theLongWay = (message: object): string => JSON.stringify({ ...message, unknownToUs: 1 });

describe("messages in our own writing", () => {
  test("M-045: a job is read alike the short way and the long way", () => {
    let short = 0;
    fc.assert(
      fc.property(round, job, (said, body) => {
        const message = { ...body, ...said };
        const read = workerJob.read(JSON.stringify(message));
        expect(read).toEqual(workerJob.read(theLongWay(message)));
        short += Number(read.ok);
      }),
      { seed: 20_261_116, numRuns: 2_000 },
    );
    expect(short).toBeGreaterThan(100);
  });

  test("M-046: a result is read alike the short way and the long way", () => {
    let short = 0;
    fc.assert(
      fc.property(round, result, (said, body) => {
        const message = { ...body, ...said };
        const read = workerResult.read(JSON.stringify(message));
        expect(read).toEqual(workerResult.read(theLongWay(message)));
        short += Number(read.ok);
      }),
      { seed: 20_261_116, numRuns: 2_000 },
    );
    expect(short).toBeGreaterThan(100);
  });
});
