import { describe, expect, test } from "@jest/globals";
import { explainSourceFailure } from "../../../runtime/sources/failure.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import {
  type Chunks,
  type Column,
  type Heard,
  manifestOf,
  type Reply,
  workspace,
} from "./databricks-server.ts";
import { people, question, read, source, state, world } from "./databricks-world.ts";

describe("trouble with a Databricks warehouse", () => {
  test("L3: a statement that failed is a reason without anybody's data in it", async () => {
    const message = "[CAST_INVALID_INPUT] The value 'ada@contoso.com' cannot be cast.";
    const failed = state("FAILED", {
      status: { state: "FAILED", error: { error_code: "BAD_REQUEST", message } },
    });
    expect(failureOf(await read(() => failed))).toEqual({
      kind: "refused",
      reason:
        "The query cannot be run: BAD_REQUEST: [CAST_INVALID_INPUT] The value '…' cannot be cast.",
    });
  });

  test.each(["TEMPORARILY_UNAVAILABLE", "RESOURCE_EXHAUSTED", "IO_ERROR"])(
    "R32: %s is the workspace's own trouble",
    async (error_code) => {
      const failed = state("FAILED", { status: { state: "FAILED", error: { error_code } } });
      expect(failureOf(await read(() => failed)).kind).toBe("unavailable");
    },
  );

  test.each<[string, Reply]>([
    ["is lost", { isCut: true }],
    ["is a gateway's", { status: 504 }],
    ["is an error", { status: 500 }],
    ["is of a service that may have lost it", { status: 503, headers: { "retry-after": "1" } }],
  ])("a statement is not sent twice when the answer to it %s", async (_what, reply) => {
    const failure = failureOf(await read(() => reply));
    expect(failure).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining("may have begun the statement"),
    });
    expect(world.bricks.paths()).toEqual(["POST /api/2.0/sql/statements"]);
    expect(world.bricks.heard[0]?.body).toMatchObject({ wait_timeout: "0s" });
  });

  test("other answers that are lost are asked for again", async () => {
    const cuts: Reply[] = [{ isCut: true }, { status: 500 }];
    const lossy = (heard: Heard): Reply =>
      (heard.path.includes("/chunks/") ? cuts.shift() : undefined) ??
      people.inline(people.parts)(heard);
    expect(answerOf(await read(lossy)).rows).toEqual(people.all);
  });

  test("R32: a chunk of another number is none, and is not asked for without end", async () => {
    const links = (_heard: Heard, address: string) => ({
      external_links: [{ chunk_index: 7, row_count: 3, external_link: `${address}/storage/0` }],
    });
    const other = (heard: Heard, address: string): Reply =>
      heard.path.includes("/chunks/")
        ? { body: links(heard, address) }
        : state("SUCCEEDED", {
            manifest: manifestOf([{ name: "upn", type_name: "STRING" }], [[["ada"]]]),
            result: links(heard, address),
          });
    const lost = { kind: "unavailable", reason: expect.stringContaining("did not arrive whole") };
    expect(failureOf(await read(other))).toMatchObject(lost);
    expect(world.bricks.heard.length).toBeLessThan(5);
    await world.bricks.close();
    const rows = (heard: Heard): Reply =>
      heard.path.includes("/chunks/")
        ? { body: { chunk_index: 0, data_array: [["cy", "3"]] } }
        : people.inline(people.parts)(heard);
    expect(failureOf(await read(rows))).toMatchObject(lost);
  });

  test("R32: an answer of more chunks than anybody reads ends with a failure", async () => {
    const endless = (heard: Heard): Reply =>
      heard.path.includes("/chunks/")
        ? { body: { data_array: [], row_count: 0 } }
        : people.inline([[]], { total_chunk_count: 1_000_000_000 })(heard);
    expect(failureOf(await read(endless))).toEqual({
      kind: "unavailable",
      reason: "its answer takes more than 2000 requests.",
    });
    expect(world.bricks.heard).toHaveLength(2_000);
  });

  test.each<[string, Chunks[number]]>([
    ["no cells", [[]]],
    ["fewer cells", [["ada"]]],
    ["more cells", [["ada", "1", "x"]]],
  ])("R32: a row with %s than columns is a failure", async (_what, chunk) => {
    expect(failureOf(await read(people.inline([chunk])))).toMatchObject({
      kind: "unavailable",
      reason: expect.stringMatching(/a row with \d cells, and there are 2 columns/),
    });
  });

  test("R32: a success that does not say what it gave is a failure with a sentence", async () => {
    expect(failureOf(await read(() => state("SUCCEEDED")))).toEqual({
      kind: "unavailable",
      reason: "the workspace says that the query has run, but not what it gave.",
    });
  });

  test.each(["CANCELED", "CLOSED"])(
    "R32: a statement that is %s has no rows to give",
    async (name) => {
      expect(failureOf(await read(() => state(name)))).toEqual({
        kind: "unavailable",
        reason: `it ended as ${name}, without a word why.`,
      });
    },
  );

  test("a busy workspace is asked when it says, a rejected token renewed once", async () => {
    const bad: Reply[] = [
      { status: 429, headers: { "retry-after": "7" } },
      { status: 429, headers: { "retry-after": "0" } },
      { status: 401 },
    ];
    const begun = world.clock.now().getTime();
    const busy = (heard: Heard): Reply => bad.shift() ?? people.inline(people.parts)(heard);
    expect(answerOf(await read(busy)).rows).toEqual(people.all);
    expect(world.clock.now().getTime() - begun).toBeGreaterThanOrEqual(7_000);
    expect(world.rejected).toEqual([undefined, undefined, undefined, "token-1", undefined]);
    await world.bricks.close();
    expect(failureOf(await read(() => ({ status: 401 })))).toMatchObject({ kind: "refused" });
  });

  test("a busy workspace is asked at the date it says", async () => {
    const begun = world.clock.now().getTime();
    const until = new Date(begun + 60_000).toUTCString();
    const bad: Reply[] = [{ status: 429, headers: { "retry-after": until } }];
    const busy = (heard: Heard): Reply => bad.shift() ?? people.inline(people.parts)(heard);
    expect(answerOf(await read(busy)).rows).toEqual(people.all);
    expect(world.clock.now().getTime() - begun).toBe(60_000);
  });

  test("K1: a redirect is not followed: the token stays with the registered address", async () => {
    const other = await workspace(() => state("SUCCEEDED"));
    const failure = failureOf(
      await read(() => ({ status: 307, headers: { location: `${other.address}/x` } })),
    );
    expect(failure.kind).toBe("refused");
    expect(other.heard).toEqual([]);
    await other.close();
  });

  test("R32: an authority that never answers ends the reading with its time", async () => {
    const never = () => new Promise<never>(() => {});
    const failure = failureOf(await read(() => ({}), { access: never, limitMs: 20_000 }));
    expect(failure).toEqual({ kind: "timed-out", limitMs: 20_000, waitedFor: "token" });
    expect(explainSourceFailure(failure)).toContain("no token for it within 20 seconds");
    expect(world.bricks.heard).toEqual([]);
  });

  test("R32: a workspace that is not there is a failure in the end", async () => {
    world.bricks = await workspace(() => ({}));
    await world.bricks.close();
    const gone = world.bricks.address;
    const failure = failureOf(
      await read(() => ({}), {
        limitMs: 20_000,
        connections: new Map([
          [
            "DATABRICKS_CONNECTION_STRING",
            {
              dialect: "databricks",
              address: gone,
              warehouses: new Map([["DATABRICKS_WAREHOUSE_ID", "x"]]),
            },
          ],
        ]),
      }),
    );
    expect(failure).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
  });

  test("values are bound by name, with null and numbers as what they are", async () => {
    const values = new Map<string, string | number | null>([
      ["site", "north' or 1=1"],
      ["floor", 3],
      ["gone", null],
    ]);
    await read(people.inline(people.parts), {}, question({}, values));
    expect(world.bricks.heard[0]?.body?.["parameters"]).toEqual([
      { name: "site", value: "north' or 1=1" },
      { name: "floor", value: "3", type: "DOUBLE" },
      { name: "gone" },
    ]);
  });

  test("cells take the kind of their column; what is no short text is told by it", async () => {
    const columns: readonly Column[] = [
      { name: "yes", type_name: "BOOLEAN" },
      { name: "big", type_name: "LONG" },
      { name: "exact", type_name: "DECIMAL" },
      { name: "list", type_name: "ARRAY" },
      { name: "half", type_name: "DOUBLE" },
    ];
    const chunks: Chunks = [[["true", "9007199254740993", "1.10", '["a","b"]', "0.5"]]];
    const typed = (): Reply =>
      state("SUCCEEDED", {
        manifest: manifestOf(columns, chunks),
        result: { data_array: chunks[0] },
      });
    expect(answerOf(await read(typed)).rows).toEqual([
      [true, "9007199254740993", "1.10", '["a","b"]', 0.5],
    ]);
    await world.bricks.close();
    const binary: Chunks = [[["AA=="]]];
    const bytes = (): Reply =>
      state("SUCCEEDED", {
        manifest: manifestOf([{ name: "photo", type_name: "BINARY" }], binary),
        result: { data_array: binary[0] },
      });
    expect(failureOf(await read(bytes))).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining('"photo"'),
    });
  });

  test("R52: only registered names are known, and a query may only read", async () => {
    world.bricks = await workspace(() => ({}));
    const kinds = await Promise.all([
      source().ask(question({ connection: "PATH" })),
      source().ask(question({ warehouseId: "HOME" })),
      source().ask(question({ query: "DROP TABLE people" })),
    ]);
    expect(kinds.map((each) => failureOf(each))).toEqual([
      { kind: "unknown-connection", name: "PATH" },
      { kind: "unknown-connection", name: "HOME" },
      { kind: "refused", reason: expect.stringContaining("DROP") },
    ]);
    expect(world.bricks.heard).toEqual([]);
  });
});
