/** A workspace for one test, and questions to it: time passes as fast as anybody waits for it. */
import { afterEach, beforeEach, expect } from "@jest/globals";
import { ok } from "../../../runtime/contract/result.ts";
import { type Secret, secret } from "../../../runtime/contract/secret.ts";
import {
  type DatabricksParts,
  databricksSource,
} from "../../../runtime/sources/databricks/databricks-source.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import type { Question } from "../../../runtime/sources/source.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
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

type World = {
  bricks: Workspace;
  clock: ReturnType<typeof manualClock>;
  /** The tokens that were rejected before another was asked for. */
  rejected: (string | undefined)[];
};
/** Of the test that runs. */
export const world = {} as World;

beforeEach(() => {
  world.clock = manualClock(new Date("2026-05-01T00:00:00Z"));
  world.rejected = [];
});
afterEach(() => world.bricks.close());

export const question = (
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

export function source(more: Partial<DatabricksParts> = {}) {
  const warehouses = new Map([["DATABRICKS_WAREHOUSE_ID", "0123456789abcdef"]]);
  return databricksSource({
    connections: new Map([
      [
        "DATABRICKS_CONNECTION_STRING",
        { dialect: "databricks", address: world.bricks.address, warehouses },
      ],
    ]),
    access: async (scope, was?: Secret) => {
      expect(scope).toBe("2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default");
      world.rejected.push(was?.reveal());
      return ok(secret(was === undefined ? "token-1" : "token-2"));
    },
    fetch: counted,
    clock: world.clock,
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
export async function read(
  answer: (heard: Heard, address: string) => Reply,
  more = {},
  of = question(),
) {
  world.bricks = await workspace(answer);
  let isOver = false;
  const reading = readAll(source(more), of, MAX).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const next = asking === 0 ? world.clock.next() : null;
    if (next !== null) world.clock.advance(next.getTime() - world.clock.now().getTime());
  }
  return reading;
}

export const state = (name: string, more: object = {}) => ({
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

/** Three people in two parts, as the workspace sends them and as a source gives them. */
export const people = { all: ALL, parts: TWO, inline, linked };
