import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judge } from "../../../../../runtime/bus/embedded/sql-filter/evaluate.ts";
import { parseFilter } from "../../../../../runtime/bus/embedded/sql-filter/parse.ts";

const failureOf = (filter: string) => {
  const parsed = parseFilter(filter);
  return parsed.ok ? null : parsed.error;
};

describe("reading SQL filters", () => {
  test.each([
    ["", 0, "a property or a value"],
    ["a =", 3, "the end"],
    ["a = 1 b", 6, "AND, OR or the end"],
    ["= 1", 0, "a property or a value"],
    ["a AND", 5, "the end"],
    ["(a = 1", 6, '")"'],
    ["a = 1)", 5, '")"'],
    ["a IN 1", 5, '"("'],
    ["a IN ()", 6, "a property or a value"],
    ["a IN (1", 7, '")"'],
    ["a IN (1,", 8, "the end"],
    ["a IS 1", 5, "NULL"],
    ["a IS NOT 1", 9, "NULL"],
    ["a NOT 1", 6, "IN or LIKE"],
    ["a LIKE", 6, "the end"],
    ["a LIKE 'x' ESCAPE", 17, "one character"],
    ["a LIKE 'x' ESCAPE 'ab'", 18, "one character"],
    ["a LIKE 'x' ESCAPE ''", 18, "one character"],
    ["a LIKE 'x' ESCAPE 1", 18, "one character"],
    ["a = 'open", 4, "closing '"],
    ["[open = 1", 0, "closing ]"],
    ['"open = 1', 0, 'closing "'],
    ["a ; b", 2, '";"'],
    ["a = @p", 4, '"@"'],
    ["12ab = 1", 2, "number"],
    ["1.5x = 1", 3, "number"],
    ["1e = 1", 1, "number"],
    ["sys.Nonsense = 1", 4, "sys.Nonsense"],
    ["sys.__proto__ = 1", 4, "sys.__proto__"],
    ["sys. = 1", 5, "a property or a value"],
    ["newid() = 1", 0, "newid()"],
    ["count(a) = 1", 0, "count()"],
    ["and(a) = 1", 0, "a property or a value"],
    ["a = like", 4, "a property or a value"],
    ["EXISTS a", 7, '"("'],
    ["EXISTS(1)", 7, "a property or a value"],
    ["EXISTS(TRUE)", 7, "a property or a value"],
    ["p('a' = 1", 9, '")"'],
  ])("%p is refused at character %i: %s", (filter, at, words) => {
    const failure = failureOf(filter);
    expect(failure?.at).toBe(at);
    expect(failure?.detail).toContain(words);
  });

  test("only the first mistake is told", () => {
    expect(failureOf("a = = b AND (c")).toEqual({
      at: 4,
      detail: 'a property or a value is expected, not "="',
    });
  });

  test("a filter of 1024 characters is read, a longer one is not", () => {
    const filter = "a = 'x'";
    expect(failureOf(filter.padEnd(1_024))).toBeNull();
    expect(failureOf(filter.padEnd(1_025))?.detail).toContain("1024");
  });

  test.each([
    ["(", "a", ")"],
    ["NOT ", "a", ""],
    ["-", "a", ""],
    ["+", "a", ""],
    ["p(", "a", ")"],
  ])("%p is nested 64 deep and no deeper", (open, inner, close) => {
    const nested = (depth: number) => open.repeat(depth) + inner + close.repeat(depth);
    expect(failureOf(nested(64))).toBeNull();
    expect(failureOf(nested(65))?.detail).toContain("64");
  });

  test("depth is given back: many brackets side by side are no nesting", () => {
    expect(failureOf(Array.from({ length: 90 }, () => "(a=1)").join(" OR "))).toBeNull();
  });

  test("words of the language are understood in any case, and as names in brackets", () => {
    expect(failureOf("[and] = 1 aNd [like] Is nOt nUlL")).toBeNull();
  });

  test("any text is read or refused, and what is read can be judged", () => {
    const words = "a b WorkerId sys. user. = <> != < <= > >= + - * / % ( ) , . AND OR NOT IN LIKE";
    const more = "ESCAPE IS NULL EXISTS TRUE FALSE 1 2.5 'x' '' [q] \"r\" p( property( é 😀 @ ; '";
    const soup = fc
      .array(fc.constantFrom(...`${words} ${more}`.split(" ")), { maxLength: 25 })
      .map((all) => all.join(" "));
    const text = fc.oneof(soup, fc.string({ maxLength: 60 }), fc.string({ unit: "binary" }));
    const message = { messageId: "m", sessionId: null, properties: { a: 1, b: "x" }, system: {} };
    const law = fc.property(text, (filter) => {
      const parsed = parseFilter(filter);
      if (parsed.ok) expect(typeof judge(parsed.value, message).takes).toBe("boolean");
      else {
        expect(parsed.error.at).toBeGreaterThanOrEqual(0);
        expect(parsed.error.at).toBeLessThanOrEqual(filter.length);
      }
    });
    fc.assert(law, { seed: 20_260_308, numRuns: 3_000 });
  });
});
