import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { type Secret, secret } from "../../../runtime/contract/secret.ts";
import {
  type DatabricksParts,
  databricksSource,
  isWorkspaceStorage,
} from "../../../runtime/sources/databricks/databricks-source.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import type { Question } from "../../../runtime/sources/source.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import {
  type Chunks,
  type Column,
  type Heard,
  manifestOf,
  type Reply,
  type Workspace,
  workspace,
} from "./databricks-server.ts";
import { csvQuestion } from "./sources.ts";

const MAX = 1_000_000;
const PEOPLE: readonly Column[] = [
  { name: "upn", type_name: "STRING" },
  { name: "floor", type_name: "INT" },
];
const TWO: Chunks = [
  [
    ["ada", "1"],
    ["bob", null],
  ],
  [["cy", "3"]],
];
const ALL = [
  ["ada", 1],
  ["bob", null],
  ["cy", 3],
];

let bricks: Workspace;
let clock: ReturnType<typeof manualClock>;
let rejected: (string | undefined)[];

beforeEach(() => {
  clock = manualClock(new Date("2026-05-01T00:00:00Z"));
  rejected = [];
});
afterEach(() => bricks.close());

const question = (
  source: Partial<Question["source"]> = {},
  values?: Question["values"],
): Question => ({
  ...csvQuestion("people", {
    type: "databricks",
    connection: "DATABRICKS_CONNECTION_STRING",
    warehouseId: "DATABRICKS_WAREHOUSE_ID",
    query: "SELECT upn, floor FROM people",
    ...source,
  }),
  ...(values === undefined ? {} : { values }),
});

function source(more: Partial<DatabricksParts> = {}) {
  const warehouses = new Map([["DATABRICKS_WAREHOUSE_ID", "0123456789abcdef"]]);
  return databricksSource({
    connections: new Map([
      [
        "DATABRICKS_CONNECTION_STRING",
        { dialect: "databricks", address: bricks.address, warehouses },
      ],
    ]),
    access: async (scope, was?: Secret) => {
      expect(scope).toBe("2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default");
      rejected.push(was?.reveal());
      return ok(secret(was === undefined ? "token-1" : "token-2"));
    },
    fetch: counted,
    clock,
    isLinkAllowed: ({ pathname }) => pathname.startsWith("/storage/"),
    ...more,
  });
}

let asking = 0;
const counted: typeof globalThis.fetch = async (...call) => {
  asking += 1;
  try {
    return await globalThis.fetch(...call);
  } finally {
    asking -= 1;
  }
};

/** Reads while the time passes as fast as anybody waits for it. */
async function read(answer: (heard: Heard, address: string) => Reply, more = {}, of = question()) {
  bricks = await workspace(answer);
  let isOver = false;
  const reading = readAll(source(more), of, MAX).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const next = asking === 0 ? clock.next() : null;
    if (next !== null) clock.advance(next.getTime() - clock.now().getTime());
  }
  return reading;
}

const state = (name: string, more: object = {}) => ({
  body: { statement_id: "s-1", status: { state: name }, ...more },
});

/** Succeeds at once; chunks come in answers, or behind links. */
const inline =
  (chunks: Chunks, more: object = {}) =>
  ({ path }: Heard): Reply => {
    const [, index] = /chunks\/(\d+)$/.exec(path) ?? [];
    const chunk = (at: number) => ({
      chunk_index: at,
      row_count: chunks[at]?.length,
      data_array: chunks[at],
    });
    if (index !== undefined) return { body: chunk(Number(index)) };
    return state("SUCCEEDED", { manifest: manifestOf(PEOPLE, chunks, more), result: chunk(0) });
  };

const linked =
  (chunks: Chunks) =>
  ({ path }: Heard, address: string): Reply => {
    const [, stored] = /^\/storage\/(\d+)/.exec(path) ?? [];
    if (stored !== undefined) return { body: chunks[Number(stored)] };
    const index = Number(/chunks\/(\d+)$/.exec(path)?.[1] ?? 0);
    const external_link = `${address}/storage/${index}?sig=permission`;
    const chunk = {
      external_links: [{ chunk_index: index, row_count: chunks[index]?.length, external_link }],
    };
    return path.includes("/chunks/")
      ? { body: chunk }
      : state("SUCCEEDED", { manifest: manifestOf(PEOPLE, chunks), result: chunk });
  };

describe("a Databricks warehouse", () => {
  test("M-016 (part): runs the query by the statements API, and all chunks are read", async () => {
    const all = answerOf(await read(inline(TWO)));
    expect(all).toEqual({ columns: ["upn", "floor"], rows: ALL, end: { complete: true } });
    expect(bricks.paths()).toEqual([
      "POST /api/2.0/sql/statements",
      "GET /api/2.0/sql/statements/s-1/result/chunks/1",
    ]);
    expect(bricks.heard[0]?.body).toMatchObject({
      warehouse_id: "0123456789abcdef",
      statement: "SELECT upn, floor FROM people",
      parameters: [],
      row_limit: 200_000,
      on_wait_timeout: "CONTINUE",
    });
    expect(bricks.heard.map(({ authorization }) => authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-1",
    ]);
  });

  test("M-016 (part): rows behind links are fetched without the Authorization header", async () => {
    const all = answerOf(await read(linked(TWO)));
    expect(all.rows).toEqual(ALL);
    const stored = bricks.heard.filter(({ path }) => path.startsWith("/storage/"));
    expect(stored.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    expect(stored[0]?.path).toContain("sig=permission");
  });

  test("a link that no longer opens is asked for again, once", async () => {
    let refusals = 1;
    const tired = (heard: Heard, address: string): Reply => {
      const isRefused = heard.path.startsWith("/storage/") && refusals > 0;
      if (isRefused) refusals -= 1;
      return isRefused ? { status: 403 } : linked(TWO)(heard, address);
    };
    expect(answerOf(await read(tired)).rows).toEqual(ALL);
    await bricks.close();
    refusals = 10;
    expect(failureOf(await read(tired)).kind).toBe("refused");
  });

  test("R52: rows are fetched from the workspace's storage and from nowhere else", async () => {
    const failure = failureOf(await read(linked(TWO), { isLinkAllowed: isWorkspaceStorage }));
    expect(failure).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("127.0.0.1"),
    });
    expect(bricks.heard.some(({ path }) => path.startsWith("/storage/"))).toBe(false);
    const allowed = [
      "https://dbstorage.blob.core.windows.net/x?sig=1",
      "http://dbstorage.blob.core.windows.net/x",
      "https://blob.core.windows.net.evil.example/x",
      "https://169.254.169.254/metadata",
    ].map((link) => isWorkspaceStorage(new URL(link)));
    expect(allowed).toEqual([true, false, false, false]);
  });

  test("a statement that takes its time is asked for until it has ended", async () => {
    const states = ["PENDING", "RUNNING", "RUNNING"];
    const slow = (heard: Heard): Reply => {
      const next = heard.path.includes("/chunks/") ? undefined : states.shift();
      return next === undefined ? inline(TWO)(heard) : state(next);
    };
    expect(answerOf(await read(slow)).rows).toEqual(ALL);
    expect(bricks.paths().slice(0, 4)).toEqual([
      "POST /api/2.0/sql/statements",
      "GET /api/2.0/sql/statements/s-1",
      "GET /api/2.0/sql/statements/s-1",
      "GET /api/2.0/sql/statements/s-1",
    ]);
  });

  test("a statement whose time is over is told to stop, and that is no empty answer", async () => {
    const failure = failureOf(await read(() => state("RUNNING"), { limitMs: 60_000 }));
    expect(failure).toEqual({ kind: "timed-out", limitMs: 60_000 });
    expect(bricks.paths().at(-1)).toBe("POST /api/2.0/sql/statements/s-1/cancel");
  });

  test.each([
    ["more rows than are read", { truncated: true }],
    ["fewer rows than are counted", { total_row_count: 4 }],
    ["a count that is not given", { total_row_count: undefined }],
  ])("R32: %s make an answer that is not complete", async (_what, more) => {
    const cut = answerOf(await read(inline(TWO, more)));
    expect(cut.rows).toHaveLength(3);
    expect(cut.end).toMatchObject({ complete: false, why: expect.stringMatching(/rows/) });
  });

  test("R32: a chunk that is missing, or shorter than it says, is a failure", async () => {
    const gone = (heard: Heard): Reply =>
      heard.path.endsWith("/chunks/1") ? { body: {} } : inline(TWO)(heard);
    expect(failureOf(await read(gone)).kind).toBe("unavailable");
    await bricks.close();
    const short = (heard: Heard): Reply =>
      heard.path.endsWith("/chunks/1")
        ? { body: { row_count: 2, data_array: [["cy", "3"]] } }
        : inline(TWO)(heard);
    expect(failureOf(await read(short)).kind).toBe("unavailable");
    await bricks.close();
    const lost = (heard: Heard): Reply =>
      heard.path.endsWith("/chunks/1") ? { status: 404 } : inline(TWO)(heard);
    expect(failureOf(await read(lost)).kind).toBe("refused");
  });

  test("R32: no rows at all is an answer, and a complete one", async () => {
    expect(answerOf(await read(inline([])))).toMatchObject({ rows: [], end: { complete: true } });
  });

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

  test.each(["CANCELED", "CLOSED"])(
    "R32: a statement that is %s has no rows to give",
    async (name) => {
      expect(failureOf(await read(() => state(name))).kind).toBe("unavailable");
    },
  );

  test("a busy workspace is asked again when it says, a rejected token is renewed once", async () => {
    const bad: Reply[] = [
      { status: 429, headers: { "retry-after": "7" } },
      { status: 503 },
      { status: 401 },
    ];
    const begun = clock.now().getTime();
    const busy = (heard: Heard): Reply => bad.shift() ?? inline(TWO)(heard);
    expect(answerOf(await read(busy)).rows).toEqual(ALL);
    expect(clock.now().getTime() - begun).toBeGreaterThanOrEqual(7_000);
    expect(rejected).toEqual([undefined, undefined, undefined, "token-1", undefined]);
    await bricks.close();
    expect(failureOf(await read(() => ({ status: 401 })))).toMatchObject({ kind: "refused" });
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

  test("R32: a workspace that is not there is a failure in the end", async () => {
    bricks = await workspace(() => ({}));
    await bricks.close();
    const gone = bricks.address;
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
    await read(inline(TWO), {}, question({}, values));
    expect(bricks.heard[0]?.body?.["parameters"]).toEqual([
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
    await bricks.close();
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
    bricks = await workspace(() => ({}));
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
    expect(bricks.heard).toEqual([]);
  });
});
