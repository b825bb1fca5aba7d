import { writeFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { apiServer, batch, beside, json, problem } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";

const page = (items: readonly object[], nextCursor: string | null = null, total?: number) => ({
  items,
  nextCursor,
  total: total ?? null,
  totalIsCapped: total === 10_000,
});
const CANCELLED = { id: 12, status: "active", statusReason: "cancelling" };

describe("calls to the API", () => {
  test("M-113 (part): the token of the local Drover goes with each call", async () => {
    const { url, asked } = await apiServer((_, response) => json(response, page([])));
    const { status, stdout } = await drover(["batch", "list", "--json"], { cwd: beside(url) });
    expect([status, stdout]).toEqual([0, "[]\n"]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(
      asked.map(() => "Bearer local-token"),
    );
  });

  test("a list is collected page by page, up to the limit", async () => {
    const { url, asked } = await apiServer((call, response) => {
      const isFirst = !call.path.includes("cursor=");
      json(
        response,
        isFirst ? page([batch({ id: 3 }), batch({ id: 2 })], "more") : page([batch({ id: 1 })]),
      );
    });
    const list = (limit: string) =>
      drover(["batch", "list", "-o", "tsv", "--limit", limit], { cwd: beside(url) });
    const { stdout } = await list("5");
    expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
      "ID",
      "3",
      "2",
      "1",
      "",
    ]);
    expect(asked.filter(({ path }) => path.startsWith("/api/batches"))).toHaveLength(2);
    const cut = await list("2");
    expect(cut.stderr).toContain("Showing 2; see more with --limit 20\n");
  });

  test("members of a batch are all who are in it, and the failed are among them", async () => {
    const memberCounts = { active: 12, removed: 3, failed: 2 };
    const { url } = await apiServer((_, response) =>
      json(response, page([batch({ memberCounts })])),
    );
    const { stdout } = await drover(["batch", "list", "-o", "tsv"], { cwd: beside(url) });
    const [heads = [], cells = []] = stdout.split("\n").map((line) => line.split("\t"));
    const cell = (heading: string) => cells[heads.indexOf(heading)];
    expect([cell("MEMBERS"), cell("FAILED")]).toEqual(["14", "2"]);
  });

  test("a list that was cut says of how many, and how to see them", async () => {
    const { url } = await apiServer(({ path }, response) => {
      const total = path.includes("runbookName=many") ? 10_000 : 134;
      json(response, page([batch({ id: 3 }), batch({ id: 2 })], "more", total));
    });
    const list = async (...words: string[]) =>
      (await drover(["batch", "list", "--limit", "2", ...words], { cwd: beside(url) })).stderr;
    expect(await list()).toContain("Showing 2 of 134; see more with --limit 134\n");
    expect(await list("--runbook", "many")).toContain("Showing 2 of more than 10000; ");
    // The API counts those before `--since` too, so its count would be untrue.
    expect(await list("--since", "2000-01-01")).toContain("Showing 2; see more with --limit 20\n");
  });

  test("a list is narrowed by --status, which --state is another word for", async () => {
    const { url, asked } = await apiServer((_, response) => json(response, page([])));
    const list = (...words: string[]) => drover(["batch", "list", ...words], { cwd: beside(url) });
    expect((await list("--state", "active")).status).toBe(0);
    expect((await list("--status=active")).status).toBe(0);
    const queries = asked.flatMap(({ path }) => /status=\w+/.exec(path)?.[0] ?? []);
    expect(queries).toEqual(["status=active", "status=active"]);
    expect((await list("--state", "lively")).stderr).toContain("--state, --status <status>");
  });

  test("incidents that are to be ended all at once are counted before asking", async () => {
    const { url } = await apiServer((_, response) => json(response, page([], "more", 134)));
    const words = ["incident", "discard", "--all", "--dry-run"];
    const { stdout, stderr } = await drover(words, { cwd: beside(url) });
    expect(stdout + stderr).toContain("134 messages");
  });

  test("the audit is read back to a moment, entry by entry", async () => {
    const entry = (seq: number, at: string) => ({
      seq,
      at,
      actor: "ada",
      identity: "t/o",
      action: "createBatch",
      target: "/api/batches",
      status: 201,
      correlationId: "c-1",
    });
    const entries = [entry(2, "2026-03-14T00:00:00.000Z"), entry(1, "2026-03-12T00:00:00.000Z")];
    const { url, asked } = await apiServer((_, response) => json(response, page(entries)));
    const words = ["audit", "list", "--since", "2026-03-13", "--json"];
    const { stdout } = await drover(words, { cwd: beside(url) });
    expect(JSON.parse(stdout)).toEqual([entries[0]]);
    expect(asked.at(-1)?.path).not.toContain("from=");
  });

  test("a write that met a broken connection is sent again under the same key", async () => {
    const { url, asked } = await apiServer((call, response, count) => {
      if (call.method === "GET") json(response, batch());
      else if (count === 2) response.destroy();
      else json(response, CANCELLED, 202);
    });
    const { status } = await drover(["batch", "cancel", "12", "--yes"], { cwd: beside(url) });
    expect(status).toBe(0);
    const writes = asked.filter(({ method }) => method === "POST");
    const keys = writes.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toBeTruthy();
  });

  test("Retry-After is heard, and a refusal is not asked about twice", async () => {
    const { url, asked } = await apiServer((_, response, count) => {
      if (count > 1) return json(response, page([]));
      response.setHeader("retry-after", "2");
      problem(response, 503, "unavailable");
    });
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    const { status } = await drover(["runbook", "list"], { cwd: beside(url), world: { sleep } });
    expect(status).toBe(0);
    expect(slept).toEqual([2000]);
    expect(asked.filter(({ path }) => path === "/api/runbooks")).toHaveLength(2);
    const refusing = await apiServer((_, response) => problem(response, 403, "forbidden"));
    const refused = await drover(["runbook", "list"], { cwd: beside(refusing.url) });
    expect(refused.status).toBe(3);
    expect(refusing.asked).toHaveLength(1);
  });

  test("advance is meant for the batch as it was read", async () => {
    const advanced = { id: 12, dispatched: "phase", phaseName: "greet", phaseExecutionId: 4 };
    const { url, asked } = await apiServer((call, response) =>
      call.method === "GET" ? json(response, batch()) : json(response, advanced, 202),
    );
    const { stdout } = await drover(["batch", "advance", "12"], { cwd: beside(url) });
    expect(stdout).toBe("Batch 12 has begun the phase greet.\n");
    expect(asked.at(-1)?.headers["if-match"]).toBe('"41"');
  });

  test("a redirect is not followed, so no other origin sees the token", async () => {
    const other = await apiServer((_, response) => json(response, page([])));
    const { url } = await apiServer((_, response) => {
      response.writeHead(302, { location: `${other.url}/api/batches` });
      response.end();
    });
    const { status } = await drover(["batch", "list"], { cwd: beside(url) });
    expect(status).toBe(1);
    expect(other.asked).toEqual([]);
  });

  test.each([
    [401, "unauthenticated", 3],
    [403, "forbidden", 3],
    [404, "unknown-runbook", 5],
    [409, "conflict", 6],
    [412, "batch-changed", 6],
    [422, "invalid-runbook", 2],
    [500, "internal-error", 1],
  ])("an answer of %i (%s) is exit code %i, with what, why, next and the id", async (...row) => {
    const [status, code, exit] = row;
    const { url } = await apiServer((_, response) => problem(response, status, code));
    const ended = await drover(["runbook", "list", "--json"], { cwd: beside(url) });
    expect([ended.status, ended.stdout]).toEqual([exit, ""]);
    expect(ended.stderr).toMatch(new RegExp(`^error E01\\d\\d no \\(${code}\\)\\n`));
    expect(ended.stderr).toContain("  why:   said so\n");
    expect(ended.stderr).toContain("  id:    corr-1\n");
  });

  test("an answer that is not the contract's is told, not believed", async () => {
    const { url } = await apiServer((_, response) => json(response, { items: [{ id: "x" }] }));
    const { status, stderr } = await drover(["batch", "list"], { cwd: beside(url) });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error E0161 /);
  });

  test("where nothing listens, that is said with the next thing to do", async () => {
    const { url } = await apiServer(() => {});
    const cwd = beside(url.replace(/\d+$/, "1"));
    const { status, stderr } = await drover(["runbook", "list"], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain("error E0160 Drover cannot be reached");
    expect(stderr).toContain("npm start");
  });

  test("a token that is no longer good is read again from its file", async () => {
    const { url, asked } = await apiServer((call, response) =>
      call.headers.authorization === "Bearer new"
        ? json(response, { items: [] })
        : problem(response, 401, "unauthenticated"),
    );
    const cwd = beside(url, "old");
    const world = {
      fetch: (async (...request) => {
        const response = await fetch(...request);
        const note = { url, token: "new", role: "Admin", expiresAt: "2999-01-01T00:00:00.000Z" };
        writeFileSync(`${cwd}/.drover/dev-token.json`, JSON.stringify(note));
        return response;
      }) as typeof fetch,
    };
    const { status } = await drover(["runbook", "list"], { cwd, world });
    expect(status).toBe(0);
    expect(asked.map(({ headers }) => headers.authorization).slice(0, 2)).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });
});
