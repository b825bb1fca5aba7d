import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { selectedColumns } from "../../../runtime/runbook/select-list.ts";

const columns = (query: string) => {
  const found = selectedColumns(query);
  return found === null ? null : [...found];
};

describe("reading a SELECT list", () => {
  test.each([
    ["SELECT Upn, Mail FROM users", ["Upn", "Mail"]],
    ["select distinct u.Upn, dbo.users.Mail from users u", ["Upn", "Mail"]],
    ["SELECT TOP 10 Upn FROM users", ["Upn"]],
    ["SELECT TOP (10) Upn FROM users", ["Upn"]],
    ["SELECT ALL Upn FROM users", ["Upn"]],
    ['SELECT [First Name], "Last Name", `Key` FROM users', ["First Name", "Last Name", "Key"]],
    ["SELECT lower(u.Mail) AS Mail, a + b AS Total FROM users", ["Mail", "Total"]],
    ["SELECT coalesce(a, 'x, from', b) Name FROM users", ["Name"]],
    ["SELECT (SELECT max(x) FROM t) AS M, Upn FROM users", ["M", "Upn"]],
    ["SELECT Upn -- , Mail\n, /* Gone, */ City FROM users", ["Upn", "City"]],
    ["SELECT 'a' AS Kind, 1 AS One", ["Kind", "One"]],
    ["SELECT Upn;", ["Upn"]],
  ])("%s returns %j", (query, expected) => {
    expect(columns(query)).toEqual(expected);
  });

  test.each([
    "SELECT * FROM users",
    "SELECT u.*, Mail FROM users u",
    "WITH x AS (SELECT 1 AS a) SELECT a FROM x",
    "SELECT count(1) FROM users",
    "SELECT 1 FROM users",
    "SELECT Mail m FROM users",
    "SELECT a + b FROM users",
    "SELECT f(x).y FROM users",
    "SELECT CASE WHEN a THEN b END FROM users",
    "SELECT , FROM users",
    "SELECT a) FROM users",
    "SELECT (a FROM users",
    "SELECT 'open FROM users",
    "SELECT [open FROM users",
    "SELECT a /* open FROM users",
    "EXEC list_users",
    "",
    `SELECT ${"a,".repeat(LIMITS.queryChars)} b`,
  ])("%.40s is not guessed at", (query) => {
    expect(columns(query)).toBeNull();
  });
});
