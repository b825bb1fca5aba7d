import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Judgement, judge } from "../../../../../runtime/bus/embedded/sql-filter/evaluate.ts";
import { parseFilter } from "../../../../../runtime/bus/embedded/sql-filter/parse.ts";

const MESSAGE = {
  messageId: "m-1",
  sessionId: null,
  properties: {
    WorkerId: "west",
    amount: 120,
    ratio: 0.5,
    urgent: true,
    quiet: false,
    empty: "",
    "odd name": "yes",
    "a]b": 1,
    path: "C:\\100%_done",
    zero: 0,
  },
  system: { subject: "order-7", correlationId: "c" },
};

function judged(filter: string): Judgement {
  const parsed = parseFilter(filter);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return judge(parsed.value, MESSAGE);
}

/** A filter takes only what is true, so its three truths show in it and in its negation. */
function truth(filter: string): boolean | null {
  if (judged(filter).takes) return true;
  return judged(`NOT (${filter})`).takes ? false : null;
}

describe("SQL filters", () => {
  test.each([
    ["WorkerId = 'west'", true],
    ["WorkerId = 'West'", false],
    ["WorkerId <> 'west'", false],
    ["WorkerId != 'east'", true],
    ["workerid = 'west'", true],
    ["user.WorkerId = 'west'", true],
    ["USER.WorkerId = 'west'", true],
    ["\"WorkerId\" = 'west'", true],
    ["[WorkerId] = 'west'", true],
    ["[odd name] = 'yes'", true],
    ["[a]]b] = 1", true],
    ["'it''s' = 'it''s'", true],
    ["'x' < 'y'", true],
    ["WorkerId > 'a'", true],
    ["amount = 120", true],
    ["amount = 120.0", true],
    ["amount > 119.5", true],
    ["amount >= 120 AND amount <= 120", true],
    ["amount < 120", false],
    ["amount > 120", false],
    ["amount <> 7", true],
    ["ratio = 0.5", true],
    ["ratio = 5e-1", true],
    ["ratio = .5", true],
    ["ratio < 1", true],
    ["urgent", true],
    ["quiet", false],
    ["urgent = TRUE", true],
    ["urgent = quiet", false],
    ["urgent <> quiet", true],
    ["urgent > quiet", null],
    ["TRUE", true],
    ["FALSE", false],
    ["NULL", null],
    ["amount", null],
    ["empty = ''", true],
    ["empty IS NULL", false],
  ])("comparison: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test.each([
    ["missing = 1", null],
    ["missing <> 1", null],
    ["NOT missing = 1", null],
    ["missing IS NULL", true],
    ["missing IS NOT NULL", false],
    ["amount IS NOT NULL", true],
    ["amount = NULL", null],
    ["missing = 1 OR urgent", true],
    ["missing = 1 OR quiet", null],
    ["missing = 1 AND quiet", false],
    ["missing = 1 AND urgent", null],
    ["quiet AND missing = 1", false],
    ["EXISTS(amount)", true],
    ["EXISTS(missing)", false],
    ["EXISTS(sys.Label)", true],
    ["exists ( user.amount )", true],
    ["EXISTS([odd name])", true],
    ["missing + 1 = 2", null],
    ["-missing = 1", null],
    ["missing IN (1)", null],
    ["missing LIKE 'x'", null],
  ])("unknown: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test.each([
    ["amount = '120'", false],
    ["amount <> '120'", true],
    ["amount < '200'", null],
    ["urgent = 'true'", false],
    ["WorkerId + 1 = 2", null],
    ["amount LIKE '1%'", null],
    ["urgent + urgent = 2", null],
  ])("values of different kinds: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test.each([
    ["quiet AND quiet OR urgent", true],
    ["urgent OR quiet AND quiet", true],
    ["(urgent OR quiet) AND quiet", false],
    ["NOT quiet AND urgent", true],
    ["NOT (quiet AND urgent)", true],
    ["NOT NOT urgent", true],
    ["not quiet and not quiet or quiet", true],
    ["urgent AND urgent AND urgent AND quiet", false],
    ["1 + 2 * 3 = 7", true],
    ["(1 + 2) * 3 = 9", true],
    ["10 - 3 - 2 = 5", true],
    ["2 - -2 = 4", true],
    ["+5 = 5", true],
    ["- 5 = 0 - 5", true],
    ["7 / 2 = 3", true],
    ["7.0 / 2 = 3.5", true],
    ["0 - 7 / 2 = 0 - 3", true],
    ["7 % 3 = 1", true],
    ["7.5 % 2 = 1.5", true],
    ["0.5 + 0.25 = 0.75", true],
    ["0.5 - 0.25 = 0.25", true],
    ["0.5 * 4 = 2", true],
    ["'a' + 'b' = 'ab'", true],
    ["'a' - 'b' = 'ab'", null],
    ["9007199254740993 = 9007199254740992", false],
    ["(amount = 120) = TRUE", true],
    ["amount + 1 > 120 AND amount - 1 < 120", true],
  ])("precedence and arithmetic: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test.each([
    ["WorkerId IN ('east', 'west')", true],
    ["WorkerId IN ('east')", false],
    ["WorkerId NOT IN ('east')", true],
    ["WorkerId NOT IN ('west', 'east')", false],
    ["amount IN (1, 100 + 20)", true],
    ["amount IN (1, missing)", null],
    ["amount IN (120, missing)", true],
    ["amount NOT IN (1, missing)", null],
    ["amount IN ('120')", false],
  ])("membership: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test.each([
    ["WorkerId LIKE 'west'", true],
    ["WorkerId LIKE 'w%'", true],
    ["WorkerId LIKE '%t'", true],
    ["WorkerId LIKE '%es%'", true],
    ["WorkerId LIKE 'w_st'", true],
    ["WorkerId LIKE 'w_t'", false],
    ["WorkerId LIKE 'WEST'", false],
    ["WorkerId LIKE '%'", true],
    ["empty LIKE '%'", true],
    ["empty LIKE '_'", false],
    ["empty LIKE ''", true],
    ["WorkerId LIKE 'west%%%'", true],
    ["WorkerId NOT LIKE 'e%'", true],
    ["WorkerId LIKE 'w' + '%'", true],
    ["path LIKE '%!%!_done' ESCAPE '!'", true],
    ["WorkerId LIKE '%!%%' ESCAPE '!'", false],
    ["'a!' LIKE 'a!' ESCAPE '!'", true],
    ["'a.c' LIKE 'a.c'", true],
    ["'abc' LIKE 'a.c'", false],
    ["'😀' LIKE '_'", true],
    ["'aXbXc' LIKE 'a%X_'", true],
    ["'mississippi' LIKE '%iss%ip%'", true],
    ["'mississippi' LIKE '%iss%iss%iss%'", false],
  ])("likeness: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test.each([
    ["sys.MessageId = 'm-1'", true],
    ["SYS.messageid = 'm-1'", true],
    ["sys.Label = 'order-7'", true],
    ["sys.Subject = 'order-7'", true],
    ["sys.CorrelationId = 'c'", true],
    ["sys.SessionId IS NULL", true],
    ["sys.To IS NULL", true],
    ["property('amount') = 120", true],
    ["p('am' + 'ount') = 120", true],
    ["p(1) IS NULL", true],
    ["sys = 1", null],
  ])("properties by name: %s is %p", (filter, expected) => {
    expect(truth(filter)).toBe(expected);
  });

  test("a property that differs by case only where both exist is told apart", () => {
    const parsed = parseFilter("A = 1 AND a = 2");
    if (!parsed.ok) throw new Error("unread");
    const message = { ...MESSAGE, properties: { a: 2, A: 1 } };
    expect(judge(parsed.value, message).takes).toBe(true);
  });

  test("names of an object's machinery are no properties", () => {
    expect(truth("constructor IS NULL AND toString IS NULL")).toBe(true);
  });

  test("a whole number divided by zero is a fault, a decimal is not", () => {
    expect(judged("amount / zero = 1").fault).toContain("zero");
    expect(judged("amount % zero = 1 OR urgent")).toMatchObject({ takes: false });
    expect(judged("ratio / zero > 1")).toEqual({ takes: true, fault: null });
    expect(judged("urgent OR amount / zero = 1")).toEqual({ takes: true, fault: null });
  });

  test("likeness with many wildcards takes no time", () => {
    const text = "a".repeat(5_000);
    const parsed = parseFilter(`text LIKE '${"%a".repeat(200)}b'`);
    if (!parsed.ok) throw new Error("unread");
    const message = { ...MESSAGE, properties: { text } };
    expect(judge(parsed.value, message).takes).toBe(false);
  });

  test("likeness agrees with a search of all ways to fit", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "%", "_"), maxLength: 6 });
    const law = fc.property(letters, pattern, (text, pattern) => {
      const source = pattern.replaceAll("%", ".*").replaceAll("_", ".");
      const expected = new RegExp(`^${source}$`).test(text);
      expect(truth(`'${text}' LIKE '${pattern}'`)).toBe(expected);
    });
    fc.assert(law, { seed: 20_260_307, numRuns: 1_000 });
  });
});
