import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { checkReadOnly } from "../../../runtime/sources/read-only-text.ts";

describe("a query that may only read", () => {
  test.each([
    "select 1",
    "  SELECT upn FROM people;  -- that is all\n",
    "with a as (select 1 as x) select x from a",
    "(select 1)",
    "/* who /* and when */ */ select upn from people",
    "select 'delete', '; drop table x' as [update], \"insert\" from `set`",
    "select 'it''s' as x, @site, :floor from people where a[0] = 1",
  ])("passes: %s", (text) => {
    expect(checkReadOnly(text)).toEqual({ ok: true, value: text });
  });

  test.each([
    ["delete from people", "DELETE"],
    ["with a as (select 1) insert into t select 1", "INSERT"],
    ["select upn into copy from people", "INTO"],
    ["select 1 exec sp_who", "EXEC"],
    ["select 1; select 2", "more than one statement"],
    ["select 1;;", "more than one statement"],
    ["/* ' */ delete from people /* ' */", "DELETE"],
    ["-- '\nupdate people set a = 1 -- '", "UPDATE"],
    ["select 1 /* never closed", "no end"],
    ["select 'never closed", "no end"],
    ["explain select 1", "EXPLAIN"],
    ["", "empty"],
    ["-- nothing\n/* at all */", "empty"],
  ])("R52 (part): is refused with its reason: %s", (text, why) => {
    const read = checkReadOnly(text);
    expect(read.ok ? "passed" : read.error).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining(why),
    });
  });

  test("a bare DELETE is found whatever stands around it", () => {
    const around = fc.array(
      fc.constantFrom(
        "select 1 ",
        "'a' ",
        '"b" ',
        "[c] ",
        "`d` ",
        "/* e */ ",
        "-- f\n",
        ", ",
        "( ",
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(around, around, (before, after) => {
        const text = `select ${before.join("")}delete ${after.join("")}`;
        expect(checkReadOnly(text).ok).toBe(false);
      }),
    );
  });
});
