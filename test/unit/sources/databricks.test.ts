import { describe, expect, test } from "@jest/globals";
import { isWorkspaceStorage } from "../../../runtime/sources/databricks/databricks-source.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import type { Heard, Reply } from "./databricks-server.ts";
import { people, read, state, world } from "./databricks-world.ts";

describe("a Databricks warehouse", () => {
  test("M-016 (part): runs the query by the statements API, and all chunks are read", async () => {
    const all = answerOf(await read(people.inline(people.parts)));
    expect(all).toEqual({ columns: ["upn", "floor"], rows: people.all, end: { complete: true } });
    expect(world.bricks.paths()).toEqual([
      "POST /api/2.0/sql/statements",
      "GET /api/2.0/sql/statements/s-1/result/chunks/1",
    ]);
    expect(world.bricks.heard[0]?.body).toMatchObject({
      warehouse_id: "0123456789abcdef",
      statement: "SELECT upn, floor FROM people",
      parameters: [],
      row_limit: 200_000,
      on_wait_timeout: "CONTINUE",
    });
    expect(world.bricks.heard.map(({ authorization }) => authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-1",
    ]);
  });

  test("M-016 (part): rows behind links are fetched without the Authorization header", async () => {
    const all = answerOf(await read(people.linked(people.parts)));
    expect(all.rows).toEqual(people.all);
    const stored = world.bricks.heard.filter(({ path }) => path.startsWith("/storage/"));
    expect(stored.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    expect(stored[0]?.path).toContain("sig=permission");
  });

  test("a link that no longer opens is asked for again, once", async () => {
    let refusals = 1;
    const tired = (heard: Heard, address: string): Reply => {
      const isRefused = heard.path.startsWith("/storage/") && refusals > 0;
      if (isRefused) refusals -= 1;
      return isRefused ? { status: 403 } : people.linked(people.parts)(heard, address);
    };
    expect(answerOf(await read(tired)).rows).toEqual(people.all);
    await world.bricks.close();
    refusals = 10;
    expect(failureOf(await read(tired)).kind).toBe("refused");
  });

  test("R52: rows are fetched from the workspace's storage and from nowhere else", async () => {
    const failure = failureOf(
      await read(people.linked(people.parts), { isLinkAllowed: isWorkspaceStorage }),
    );
    expect(failure).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("127.0.0.1"),
    });
    expect(world.bricks.heard.some(({ path }) => path.startsWith("/storage/"))).toBe(false);
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
      return next === undefined ? people.inline(people.parts)(heard) : state(next);
    };
    expect(answerOf(await read(slow)).rows).toEqual(people.all);
    expect(world.bricks.paths().slice(0, 4)).toEqual([
      "POST /api/2.0/sql/statements",
      "GET /api/2.0/sql/statements/s-1",
      "GET /api/2.0/sql/statements/s-1",
      "GET /api/2.0/sql/statements/s-1",
    ]);
  });

  test("a statement whose time is over is told to stop, and that is no empty answer", async () => {
    const failure = failureOf(await read(() => state("RUNNING"), { limitMs: 60_000 }));
    expect(failure).toEqual({ kind: "timed-out", limitMs: 60_000 });
    expect(world.bricks.paths().at(-1)).toBe("POST /api/2.0/sql/statements/s-1/cancel");
  });

  test.each([
    ["more rows than are read", { truncated: true }],
    ["fewer rows than are counted", { total_row_count: 4 }],
    ["a count that is not given", { total_row_count: undefined }],
  ])("R32: %s make an answer that is not complete", async (_what, more) => {
    const cut = answerOf(await read(people.inline(people.parts, more)));
    expect(cut.rows).toHaveLength(3);
    expect(cut.end).toMatchObject({ complete: false, why: expect.stringMatching(/rows/) });
  });

  test("R32: a chunk that is missing, or shorter than it says, is a failure", async () => {
    const gone = (heard: Heard): Reply =>
      heard.path.endsWith("/chunks/1") ? { body: {} } : people.inline(people.parts)(heard);
    expect(failureOf(await read(gone)).kind).toBe("unavailable");
    await world.bricks.close();
    const short = (heard: Heard): Reply =>
      heard.path.endsWith("/chunks/1")
        ? { body: { row_count: 2, data_array: [["cy", "3"]] } }
        : people.inline(people.parts)(heard);
    expect(failureOf(await read(short)).kind).toBe("unavailable");
    await world.bricks.close();
    const lost = (heard: Heard): Reply =>
      heard.path.endsWith("/chunks/1") ? { status: 404 } : people.inline(people.parts)(heard);
    expect(failureOf(await read(lost)).kind).toBe("refused");
  });

  test("R32: no rows at all is an answer, and a complete one", async () => {
    expect(answerOf(await read(people.inline([])))).toMatchObject({
      rows: [],
      end: { complete: true },
    });
  });
});
