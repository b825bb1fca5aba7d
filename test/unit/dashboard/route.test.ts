import { describe, expect, test } from "@jest/globals";
import { withQuery } from "../../../runtime/dashboard/app/frame/query.ts";
import {
  batchPath,
  memberPath,
  readRoute,
  runbookPath,
} from "../../../runtime/dashboard/app/frame/route.ts";

describe("addresses of the dashboard", () => {
  test.each([
    ["/", { page: "overview" }],
    ["/batches", { page: "batches" }],
    ["/batches/42", { page: "batch", id: "42" }],
    ["/batches/42/members/7", { page: "member", id: "42", memberId: "7" }],
    ["/runbooks/a%20b", { page: "runbook", name: "a b" }],
    ["/tenant", { page: "tenant" }],
  ])("%s is a page", (path, route) => {
    expect(readRoute(path)).toEqual(route);
  });

  test.each([
    "/batches/42/members",
    "/batches/1/steps/2",
    "/nothing",
    "/runbooks/%E0%A4%A",
    "/a/b/c",
  ])("%s is none", (path) => {
    expect(readRoute(path)).toEqual({ page: "nowhere" });
  });

  test("the address of each page is read back as that page, whatever is in its name", () => {
    const name = 'a/b?c#d"é';
    expect(readRoute(runbookPath(name))).toEqual({ page: "runbook", name });
    expect(readRoute(batchPath(7))).toEqual({ page: "batch", id: "7" });
    expect(readRoute(memberPath(7, 8))).toEqual({ page: "member", id: "7", memberId: "8" });
  });

  test("what is not chosen is not in the address", () => {
    expect(withQuery("/batches", { status: "", cursor: null, tab: undefined })).toBe("/batches");
    expect(withQuery("/search", { q: "a b&c", v: 2 })).toBe("/search?q=a+b%26c&v=2");
  });
});
