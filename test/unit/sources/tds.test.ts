/** Azure SQL and Dataverse as sources: what of their answers counts. */
import { describe, expect, test } from "@jest/globals";
import { fail } from "../../../runtime/contract/result.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import { tdsSession } from "../../../runtime/sources/tds/tds-session.ts";
import { type TdsParts, tdsSource } from "../../../runtime/sources/tds/tds-source.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { csvQuestion, sqlQuestion } from "./sources.ts";
import { done, errorAnswer, errorToken, MORE } from "./tds-answers.ts";
import { columnsAnswer, rowAnswer } from "./tds-rows.ts";
import { type Script, tdsServer } from "./tds-server.ts";
import { asked, PEOPLE, people, source, TOKEN, table, world } from "./tds-world.ts";

const MAX = 1_000;
const BOUND = sqlQuestion(
  "select upn, floor from people where site = @site",
  new Map([["site", "n"]]),
);

describe("a database over TDS", () => {
  test("X-65 (part), M-016 (part): is read in pages, encrypted, signed in by token", async () => {
    const all = answerOf(await asked(() => people(1_203), undefined, { pageRows: 500 }));
    expect(all.columns).toEqual(["upn", "floor"]);
    expect(all.rows).toHaveLength(1_203);
    expect(all.rows[1_202]).toEqual(["u1202", 1_202]);
    expect(all.end).toEqual({ complete: true });
    expect(world.server.heard).toEqual(["select upn, floor from people"]);
    expect(world.server.tokens).toEqual([TOKEN]);
    expect(world.scopes).toEqual(["https://database.windows.net/.default"]);
  });

  test("M-016 (part): a Dataverse environment is asked with a token for itself", async () => {
    await asked(() => people(1), undefined, { dialect: "dataverse" });
    expect(world.scopes).toEqual(["https://localhost/.default"]);
  });

  test("values are bound by name and never become part of the text", async () => {
    const values = new Map([["site", "north' or 1 = 1 --"]]);
    const question = sqlQuestion("select upn, floor from people where site = @site", values);
    expect(answerOf(await asked(() => people(2), question)).rows).toHaveLength(2);
    const [call = ""] = world.server.heard;
    expect(call).toContain("where site = @site");
    expect(call).toContain("north' or 1 = 1 --");
    expect(call).not.toContain("where site = north");
  });

  test("R32: more rows than are read, or fewer than are counted, is not complete", async () => {
    const cut = answerOf(await asked(() => people(11), undefined, { rowsMax: 10 }));
    expect(cut.rows).toHaveLength(10);
    expect(cut.end).toMatchObject({ complete: false });
    await world.server.close();
    const short = answerOf(await asked(() => table(PEOPLE, [["u0", 0]], 3)));
    expect(short.end).toEqual({ complete: false, why: "The server counts 3 rows and sent 1." });
    await world.server.close();
    const none = answerOf(await asked(() => people(0)));
    expect(none).toMatchObject({ rows: [], end: { complete: true } });
  });

  test("R32, L3: what the server refuses is a reason without anybody's data in it", async () => {
    const message = "Conversion failed when converting the value 'ada@contoso.com' to int.";
    const failure = failureOf(await asked(() => errorAnswer(245, message)));
    expect(failure).toEqual({
      kind: "refused",
      reason: "The query cannot be run: Conversion failed when converting the value '…' to int.",
    });
  });

  test("R32: of several errors the first is told, and judged", async () => {
    const both = (number: number) =>
      Buffer.concat([errorToken(number, "The first."), errorAnswer(3_621, "It has been ended.")]);
    expect(failureOf(await asked(() => both(208)))).toEqual({
      kind: "refused",
      reason: "The query cannot be run: The first.",
    });
    await world.server.close();
    expect(failureOf(await asked(() => both(40_613))).kind).toBe("unavailable");
  });

  test.each([40_613, 40_501, 49_918, 1_205])(
    "R29 (part), R32: error %i passes by itself",
    async (number) => {
      const failure = failureOf(await asked(() => errorAnswer(number, "Try again later.")));
      expect(failure).toEqual({ kind: "unavailable", reason: "Try again later." });
    },
  );

  test("R32: a refused sign-in or a server that is away is no empty answer", async () => {
    const refusing = await source(
      () => null,
      {},
      () => errorAnswer(18_456, "Login failed."),
    );
    expect(failureOf(await refusing.ask(sqlQuestion("select 1"))).kind).toBe("refused");
    await world.server.close();
    expect(failureOf(await refusing.ask(sqlQuestion("select 1"))).kind).toBe("unavailable");
    world.server = await tdsServer(() => null);
  });

  test("R32: a connection that breaks amid the rows is a failure", async () => {
    expect(failureOf(await asked(() => [people(2_000)])).kind).toBe("unavailable");
  });

  test("R32: an answer that stops at any byte is a failure, and never few or no rows", async () => {
    const cells = [
      ["u0", 0],
      ["u1", 1],
    ] as const;
    const rows = cells.map((row) => rowAnswer(PEOPLE, row));
    const answers = [
      [undefined, [columnsAnswer(PEOPLE), ...rows, done(2)]],
      [undefined, [columnsAnswer(PEOPLE), done(0)]],
      [
        BOUND,
        [columnsAnswer(PEOPLE), ...rows, done(2, MORE, "doneInProc"), done(null, 0, "doneProc")],
      ],
    ] as const;
    for (const [question, tokens] of answers) {
      const whole = Buffer.concat([...tokens]);
      const full = answerOf(await asked(() => whole, question));
      expect(full).toMatchObject({
        rows: tokens.length === 2 ? [] : cells,
        end: { complete: true },
      });
      await world.server.close();
      let script: Script = () => null;
      const tds = await source((query) => script(query));
      for (let at = 0; at < whole.length; at += 1) {
        const part = whole.subarray(0, at);
        for (const answer of [part, { cut: part }]) {
          script = () => answer;
          const all = await readAll(
            tds,
            question ?? sqlQuestion("select upn, floor from people"),
            MAX,
          );
          expect([at, all]).toMatchObject([at, { ok: false, error: { kind: "unavailable" } }]);
        }
      }
      await world.server.close();
    }
    world.server = await tdsServer(() => null);
  });

  test("R32: a server that does not count its rows proves nothing, not even none", async () => {
    for (const rows of [[], [rowAnswer(PEOPLE, ["u0", 0])]]) {
      const answer = Buffer.concat([columnsAnswer(PEOPLE), ...rows, done()]);
      expect(answerOf(await asked(() => answer)).end).toEqual({
        complete: false,
        why: `The server does not say how many rows there are and sent ${rows.length}.`,
      });
      await world.server.close();
    }
    const promised = Buffer.concat([columnsAnswer(PEOPLE), done(0, MORE)]);
    expect(failureOf(await asked(() => promised)).kind).toBe("unavailable");
  });

  test("R52: a writing query or an unknown connection reaches no server", async () => {
    const tds = await source(() => people(1));
    const kinds = await Promise.all([
      tds.ask(sqlQuestion("delete from people")),
      tds.ask(csvQuestion("people", { type: "sql", connection: "PATH", query: "select 1" })),
    ]);
    expect(kinds.map((each) => failureOf(each).kind)).toEqual(["refused", "unknown-connection"]);
    const file = tdsSource({
      dialect: "azure-sql",
      connections: new Map([["hr", { dialect: "sqlite", path: "hr.db" }]]),
      access: async () => fail({ message: "not asked" }),
      open: tdsSession(),
      clock: world.clock,
    });
    expect(failureOf(await file.ask(sqlQuestion("select 1")))).toEqual({
      kind: "refused",
      reason: '"hr" is a SQLite file, and this source needs an Azure SQL database.',
    });
    expect(world.server.heard).toEqual([]);
    expect(world.scopes).toEqual([]);
  });

  test("R32: without a token nothing is asked, and that is no empty answer", async () => {
    const access: TdsParts["access"] = async () => fail({ message: "The authority is away." });
    const failure = failureOf(await asked(() => people(1), undefined, { access }));
    expect(failure).toEqual({ kind: "unavailable", reason: "The authority is away." });
    expect(world.server.heard).toEqual([]);
  });

  test("R52 (part): a server that cannot prove its name is not given the token", async () => {
    const tds = await source(() => people(1), { open: tdsSession() });
    expect(failureOf(await tds.ask(sqlQuestion("select 1"))).kind).toBe("unavailable");
    expect(world.server.tokens).toEqual([]);
  });
});
