import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Dialect } from "../../../runtime/sources/connections.ts";
import { checkReadOnly } from "../../../runtime/sources/read-only-text.ts";

const TSQL = "azure-sql";
const SPARK = "databricks";
const LITE = "sqlite";
const ALL: readonly Dialect[] = [TSQL, "dataverse", SPARK, LITE];

const reasonFor = (text: string, dialect: Dialect): string => {
  const read = checkReadOnly(text, dialect);
  if (read.ok) return "passed";
  return read.error.kind === "refused" ? read.error.reason : read.error.kind;
};

describe("a query that may only read", () => {
  test.each(
    ALL.flatMap((dialect) =>
      [
        "select 1",
        "  SELECT upn FROM people;  -- that is all\n",
        "with a as (select 1 as x) select x from a",
        "(select 1)",
        "(with a as (select 1 as x) select x from a)",
        "/* who and when */ select upn from people",
        "select 'delete', '; drop table x' as \"insert\"",
        "select 1.5e3, 0x1F, .5, 2. from t where a >= 3",
        "select 'it''s' as x, :floor from people order by 1",
      ].map((text) => [dialect, text] as const),
    ),
  )("passes for %s: %s", (dialect, text) => {
    expect(checkReadOnly(text, dialect)).toEqual({ ok: true, value: text });
  });

  test.each([
    [TSQL, "select 'a\\' as b, [up]]date] from [x;y] /* a /* b */ c */ where @set = 1"],
    [TSQL, "select top 5 left(a, 3), exec_count from #t cross apply f(x) for json path"],
    [TSQL, "select a from t order by a offset 5 rows fetch next 5 rows only option (recompile)"],
    [TSQL, "select try_convert(int, a) x from t with (nolock) where contains(b, 'c')"],
    [TSQL, "select naïveexec, ächtung from t"],
    [SPARK, "SELECT 'O\\'Brien', \"a\\\"b; drop\", r'\\', R\"\\\" FROM `in``sert`"],
    [SPARK, "SELECT a['set'], b[0], if(c, 1, 2) FROM 2024_people WHERE d = :site"],
    [SPARK, "SELECT /*+ BROADCAST(t) */ secret, identifier FROM t /* a /* b */ c */"],
    [SPARK, "SELECT transform(xs, x -> x + 1), ai_notes FROM a JOIN b USING (id)"],
    [LITE, "select a.id from a join b using /* both */ (id)"],
    [LITE, "select [a'b], `c``d`, \"e\"\"f\", replace(g, 'a', 'b') from t where h = $x"],
    [LITE, "select 1 /* a /* b */"],
  ] as const)("passes for %s alone: %s", (dialect, text) => {
    expect(reasonFor(text, dialect)).toBe("passed");
  });

  test.each(
    ALL.flatMap((dialect) =>
      [
        ["delete from people", "DELETE"],
        ["with a as (select 1) insert into t select 1", "INSERT"],
        ["select upn into copy from people", "INTO"],
        ["select 1; select 2", "more than one statement"],
        ["select 1;;", "more than one statement"],
        ["/* ' */ delete from people /* ' */", "DELETE"],
        ["-- '\nupdate people set a = 1 -- '", "UPDATE"],
        ["select 1 /* never closed", "no end"],
        ["select 'never closed", "no end"],
        ["explain select 1", "EXPLAIN"],
        ["values (1)", "VALUES"],
        ["with a as (select 1)", "no SELECT follows"],
        ["select 1 -- a\rb", "different ways"],
        ["select 1 -- a\u2028b", "different ways"],
        ["select 1 -- a\\\nb", "different ways"],
        ["", "empty"],
        ["-- nothing\n/* at all */", "empty"],
      ].map(([text = "", why = ""]) => [dialect, text, why] as const),
    ),
  )("R52 (part): for %s is refused with its reason: %s", (dialect, text, why) => {
    expect(reasonFor(text, dialect)).toContain(why);
  });

  test.each([
    ["select 1 exec sp_who", "EXEC"],
    ["select 1 label:exec sp_who", "EXEC"],
    ["select 1 execute xp_cmdshell 'x'", "EXECUTE"],
    ["select 1 WRITETEXT a.b @p 'x'", "WRITETEXT"],
    ["select 1 x DBCC FREEPROCCACHE", "DBCC"],
    ["select next value for s", "NEXT VALUE"],
    ["select next /* a */ value for s", "NEXT VALUE"],
    ["select * from openrowset('a', 'b', 'c')", "OPENROWSET"],
    ["select * from openquery(a, 'b')", "OPENQUERY"],
    ["select * from opendatasource('a', 'b').c.d.e", "OPENDATASOURCE"],
    ["select 1 x waitfor delay '1:00'", "WAITFOR"],
    ["select 1 x kill 53", "KILL"],
    ["select 1 x bulk insert a from 'b'", "BULK"],
    ["select 1 x reconfigure", "RECONFIGURE"],
    ["select 1 x shutdown", "SHUTDOWN"],
    ["select 1 x while 1=1 print 'x'", "WHILE"],
    ["select 1 x disable trigger all on database", "TRIGGER"],
    ["select 1 x receive * from q", "RECEIVE"],
    ["select * from t with (tablockx)", "TABLOCKX"],
    ["select 1 x ｅxec sp_who", "EXEC"],
    ["select 1eexec sp_who", "number runs into a word"],
    ["select 1exec sp_who", "number runs into a word"],
    ["select $1exec sp_who", "number runs into a word"],
    ["select [a exec sp_who", "no end"],
    ["select `a` exec sp_who", "EXEC"],
    ["select 'a\\' exec sp_who -- '", "EXEC"],
  ])("R52 (part): T-SQL that does more than read is refused: %s", (text, why) => {
    expect(reasonFor(text, TSQL)).toContain(why);
    expect(reasonFor(text, "dataverse")).toContain(why);
  });

  test.each([
    ["FROM (SELECT '\\' AS a, ' AS b) s INSERT INTO t SELECT b -- '", "INSERT"],
    ["FROM a INSERT OVERWRITE b SELECT *", "INSERT"],
    ["FROM a SELECT *", "begins with FROM"],
    ["WITH a AS (SELECT r'\\') MERGE INTO t -- '", "MERGE"],
    ["WITH a AS (SELECT [ ' ] ') DELETE FROM t", "DELETE"],
    ["WITH a AS (SELECT 1) /* /*+ */ DELETE FROM t -- */", "hint"],
    ["WITH a AS (SELECT /*+ ' */ ' */ 1) DELETE FROM t", "DELETE"],
    ["COPY INTO t FROM 'x'", "COPY"],
    ["CACHE TABLE t", "CACHE"],
    ["ADD JAR 'x'", "ADD"],
    ["SET a = b", "SET"],
    ["CALL p()", "CALL"],
    ["OPTIMIZE t", "OPTIMIZE"],
    ["VACUUM t", "VACUUM"],
    ["EXECUTE IMMEDIATE 'drop'", "EXECUTE"],
    ["SELECT reflect('java.lang.System', 'exit')", "REFLECT"],
    ["SELECT `Java_Method` /* a */ ('a', 'b')", "JAVA_METHOD"],
    ["SELECT http_request(conn => 'c', method => 'POST')", "HTTP_REQUEST"],
    ["SELECT secret('scope', 'key')", "SECRET"],
    ["SELECT IDENTIFIER('secret')('scope', 'key')", "IDENTIFIER"],
    ["SELECT $$'$$, reflect('a', 'b') -- '", "begins with $"],
    ["SELECT ai_gen(upn) FROM people", "AI_GEN"],
    ["SELECT system.ai.`AI_Summarize` (upn) FROM people", "AI_SUMMARIZE"],
    ["SELECT * FROM vector_search(index => 'a', query_text => 'b')", "VECTOR_SEARCH"],
    ["SELECT * FROM read_kafka(bootstrapServers => 'b:9092')", "READ_KAFKA"],
    ["SELECT TRANSFORM(upn) USING 'bash -c x' AS (upn STRING) FROM people", "USING"],
    ['SELECT TRANSFORM(upn) USING /* a */ "cat" FROM people', "USING"],
    ["SELECT TRANSFORM(upn) USING r'cat' FROM people", "USING"],
    ["SELECT TRANSFORM(upn) USING :script FROM people", "USING"],
    ["WITH a AS (FROM people MAP upn USING 'cat' AS upn) SELECT upn FROM a", "USING"],
  ])("R52 (part): Spark that does more than read is refused: %s", (text, why) => {
    expect(reasonFor(text, SPARK)).toContain(why);
  });

  test("R52 (part): a comment of SQLite ends at its first mark", () => {
    expect(reasonFor("with a as (select 1) /* /* */ delete from t -- */", LITE)).toContain(
      "DELETE",
    );
  });
});

/** Quoted things of each dialect, said without asking the code that finds them. */
const char = fc.constantFrom(..."'\"`[]\\;-/*+ \n", "delete ", "r", "a", "ü");
const inside = fc.array(char, { maxLength: 8 }).map((chars) => chars.join(""));
const doubled = (open: string, close: string) =>
  inside.map((text) => `${open}${text.replaceAll(close, close + close)}${close}`);
const escaped = (mark: string) =>
  inside.map((text) => `${mark}${text.replaceAll(/['"\\]/g, "\\$&")}${mark}`);
const raw = (mark: string) => inside.map((text) => `r${mark}${text.replaceAll(mark, "")}${mark}`);
const comment = inside.map((text) => `/* ${text.replaceAll(/[*/+]/g, "")} */`);
const line = inside.map((text) => `-- ${text.replaceAll(/[\n\\]/g, "")}.\n`);

const QUOTED: Readonly<Record<"azure-sql" | "databricks" | "sqlite", fc.Arbitrary<string>>> = {
  [TSQL]: fc.oneof(doubled("'", "'"), doubled('"', '"'), doubled("[", "]"), comment, line),
  [SPARK]: fc.oneof(
    escaped("'"),
    escaped('"'),
    doubled("`", "`"),
    raw("'"),
    raw('"'),
    comment,
    line,
  ),
  [LITE]: fc.oneof(doubled("'", "'"), doubled('"', '"'), doubled("`", "`"), comment, line),
};

describe.each([TSQL, SPARK, LITE] as const)("whatever is quoted, for %s", (dialect) => {
  const some = fc.array(QUOTED[dialect], { maxLength: 6 }).map((all) => all.join(" , "));

  test("R52 (part): is no word of the statement", () => {
    fc.assert(
      fc.property(some, (quoted) => {
        expect(reasonFor(`select ${quoted} , 1`, dialect)).toBe("passed");
      }),
      { numRuns: 500 },
    );
  });

  test("R52 (part): hides no word that stands bare behind or before it", () => {
    fc.assert(
      fc.property(some, some, (before, after) => {
        const text = `select ${before} , delete ${after} , 1`;
        expect(reasonFor(text, dialect)).toContain("DELETE");
      }),
      { numRuns: 500 },
    );
  });

  test("R56 (part): any text at all gets an answer, and never a long wait", () => {
    fc.assert(
      fc.property(fc.array(char, { maxLength: 200 }), (chars) => {
        expect(typeof reasonFor(`select ${chars.join("")}`, dialect)).toBe("string");
      }),
    );
  });
});
