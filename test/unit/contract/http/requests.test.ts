import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { automationRequest } from "../../../../runtime/contract/http/automation.ts";
import { cancelRequest } from "../../../../runtime/contract/http/batch-actions.ts";
import { BatchListQuery } from "../../../../runtime/contract/http/batches.ts";
import { Cursor, PageQuery, pageOf } from "../../../../runtime/contract/http/paging.ts";
import { queryPreviewRequest } from "../../../../runtime/contract/http/query-preview.ts";
import { RunLogsQuery } from "../../../../runtime/contract/http/run-logs.ts";
import { publishRequest } from "../../../../runtime/contract/http/runbooks.ts";
import { RunListQuery } from "../../../../runtime/contract/http/runs.ts";
import { StepListQuery } from "../../../../runtime/contract/http/steps.ts";
import { LIMITS } from "../../../../runtime/contract/limits.ts";

describe("request bodies", () => {
  const published = {
    name: "contoso",
    yaml_content: "name: contoso",
    overdue_behavior: "rerun",
    rerun_init: true,
    in_flight: "transition",
    force: false,
  };

  test.each([
    '{"name":"contoso","yaml_content":"name: contoso",' +
      '"overdue_behavior":"rerun","rerun_init":true}',
    '{"name":"contoso","yamlContent":"name: contoso",' +
      '"overdueBehavior":"rerun","rerunInit":true}',
    '{"Name":"contoso","YamlContent":"name: contoso",' +
      '"OverdueBehavior":"rerun","RerunInit":true}',
  ])("M-094 (part), X-50 (part): publishing is read from %s", (body) => {
    expect(publishRequest.read(body)).toEqual({ ok: true, value: published });
  });

  test(
    "M-094 (part), X-72 (part): " +
      "unless asked, publishing repeats nothing and moves batches along",
    () => {
      const few = '{"name":"contoso","yaml_content":"name: contoso"}';
      expect(publishRequest.read(few)).toMatchObject({
        value: {
          overdue_behavior: "ignore",
          rerun_init: false,
          in_flight: "transition",
          force: false,
        },
      });
    },
  );

  test.each([
    ["{", { kind: "not-json" }],
    ["[]", { kind: "not-an-object" }],
    ['{"name":"a","Name":"a"}', { kind: "ambiguous-field", field: "name" }],
    ['{"__proto__":{}}', { kind: "reserved-key" }],
    ["{}", { kind: "invalid", problems: [{ field: "name" }, { field: "yaml_content" }] }],
    ['{"name":"../x","yaml_content":"y"}', { kind: "invalid", problems: [{ field: "name" }] }],
  ])("R54, X-60: the body %s is refused", (body, error) => {
    expect(publishRequest.read(body)).toMatchObject({ ok: false, error });
  });

  test("R31 (part): a body above the limit is refused before it is read", () => {
    const body = " ".repeat(LIMITS.requestBytes + 1);
    expect(publishRequest.read(body)).toMatchObject({ error: { kind: "too-large" } });
  });

  test("M-097 (part): automation is switched by a boolean, not by something like one", () => {
    expect(automationRequest.read('{"AutomationEnabled":false}')).toEqual({
      ok: true,
      value: { automationEnabled: false },
    });
    expect(automationRequest.read('{"automationEnabled":"false"}').ok).toBe(false);
    expect(automationRequest.read("").ok).toBe(false);
  });

  test("M-098 (part), M-103 (part): a body with nothing required may be left out", () => {
    expect(cancelRequest.read("")).toEqual({ ok: true, value: { reason: null } });
    expect(queryPreviewRequest.read(new Uint8Array())).toEqual({ ok: true, value: { rows: 50 } });
    expect(queryPreviewRequest.read('{"rows":501}').ok).toBe(false);
  });
});

describe("queries", () => {
  test("M-100 (part): a page has a size within its limit, and a cursor if one was given", () => {
    expect(PageQuery.parse({})).toEqual({ limit: LIMITS.pageSizeDefault });
    expect(PageQuery.parse({ limit: "1000", cursor: "abc_-9" })).toEqual({
      limit: 1000,
      cursor: "abc_-9",
    });
    for (const limit of ["0", "1001", "-1", "1.5", "ten", ""])
      expect(PageQuery.safeParse({ limit }).success).toBe(false);
    for (const cursor of ["", "a b", "x".repeat(513)])
      expect(PageQuery.safeParse({ cursor }).success).toBe(false);
  });

  test("a page is its items, the way on, and the count if it is known", () => {
    const page = { items: [1], nextCursor: Cursor.parse("n"), total: null, totalIsCapped: false };
    expect(pageOf(z.int()).parse(page)).toEqual(page);
    expect(pageOf(z.int()).safeParse({ ...page, items: Array(1001).fill(1) }).success).toBe(false);
  });

  test("M-100 (part), M-102 (part): filters take only what exists", () => {
    expect(BatchListQuery.parse({ status: "active", isManual: "true" })).toMatchObject({
      status: "active",
      isManual: true,
    });
    expect(BatchListQuery.safeParse({ status: "cancelled" }).success).toBe(false);
    expect(BatchListQuery.safeParse({ isManual: "yes" }).success).toBe(false);
    expect(StepListQuery.parse({ memberId: "7", kind: "rollback" })).toMatchObject({ memberId: 7 });
    expect(StepListQuery.safeParse({ kind: "task" }).success).toBe(false);
  });

  test("H-063 (part): ten runs are listed unless another number is asked for", () => {
    expect(RunListQuery.parse({})).toEqual({ limit: 10 });
    expect(RunListQuery.parse({ limit: "3" })).toEqual({ limit: 3 });
  });

  test("H-067 (part): a page of the log has a hundred lines unless more or fewer are asked", () => {
    expect(RunLogsQuery.parse({})).toEqual({ page: 1, page_size: 100 });
    expect(RunLogsQuery.safeParse({ page: "0" }).success).toBe(false);
    expect(RunLogsQuery.safeParse({ page_size: "1001" }).success).toBe(false);
  });
});
