import { describe, expect, test } from "@jest/globals";
import { stringify } from "yaml";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";

const STEP = { name: "s", worker_id: "w", function: "Do-It" };
const document = (overrides: object) => ({
  name: "sample",
  data_source: { type: "csv", primary_key: "Upn" },
  phases: [{ name: "p", offset: "T-0", steps: [STEP] }],
  ...overrides,
});
function compile(overrides: object) {
  const text = stringify(document(overrides), { aliasDuplicateObjects: false });
  const { runbook, problems } = checkRunbook({ file: "f", text }, { strict: true });
  if (runbook === null) throw new Error(JSON.stringify(problems));
  return runbook;
}
const withStep = (step: object, more: object = {}) =>
  compile({ phases: [{ name: "p", offset: "T-0", steps: [{ ...STEP, ...step }] }], ...more })
    .phases[0]?.steps[0];

describe("compiling a runbook", () => {
  test("M-017 (part), M-018 (part), X-65 (part): what is left out has its default", () => {
    expect(compile({})).toEqual({
      name: "sample",
      description: null,
      timeZone: "UTC",
      onReschedule: "move",
      source: {
        type: "csv",
        connection: null,
        warehouseId: null,
        query: null,
        primaryKey: "Upn",
        batchTime: { kind: "immediate" },
        multiValued: new Map(),
        columns: null,
        sensitive: [],
        removalConfirmations: 1,
      },
      init: [],
      phases: [
        {
          name: "p",
          offsetMinutes: 0,
          barrier: false,
          completion: "any",
          gate: "previous_phase",
          steps: [
            {
              name: "s",
              workerId: "w",
              function: { source: "Do-It", template: [{ kind: "text", text: "Do-It" }] },
              params: new Map(),
              outputParams: new Map(),
              sensitive: null,
              onFailure: null,
              poll: null,
              retry: { maxRetries: 0, intervalSec: 0, backoff: null },
              dispatchTimeoutSec: 86_400,
            },
          ],
        },
      ],
      onMemberRemoved: [],
      finalize: [],
      rollbacks: new Map(),
      sensitive: [],
    });
  });

  test(
    "M-018 (part), M-019, M-021 (part), X-70 (part): " +
      "a source keeps its columns, times and formats",
    () => {
      const source = {
        type: "databricks",
        connection: "DBX",
        warehouse_id: "WH",
        query: "SELECT * FROM t",
        primary_key: "Upn",
        batch_time_column: "At",
        columns: ["Upn", "At", "Tags"],
        multi_valued_columns: [{ name: "Tags", format: "json_array" }],
        removal_confirmations: 3,
      };
      expect(compile({ data_source: source }).source).toEqual({
        type: "databricks",
        connection: "DBX",
        warehouseId: "WH",
        query: "SELECT * FROM t",
        primaryKey: "Upn",
        batchTime: { kind: "column", column: "At" },
        multiValued: new Map([["Tags", "json_array"]]),
        columns: ["Upn", "At", "Tags"],
        sensitive: [],
        removalConfirmations: 3,
      });
    },
  );

  test("X-65 (part): a source of scenarios is keyed by the scenario's name", () => {
    const { source } = compile({ data_source: { type: "scenarios" } });
    expect(source).toMatchObject({ primaryKey: "scenario_name", batchTime: { kind: "immediate" } });
  });

  test(
    "M-024, X-15 (part), X-16 (part), X-73 (part): " +
      "phases carry offsets in minutes and their three switches",
    () => {
      const phase = { name: "p", barrier: true, completion: "all", gate: "none", steps: [STEP] };
      const { phases } = compile({
        phases: [
          { ...phase, offset: "T-5d" },
          { ...phase, name: "q", offset: "T-90s" },
        ],
      });
      expect(phases).toMatchObject([
        { offsetMinutes: 7200, barrier: true, completion: "all", gate: "none" },
        { offsetMinutes: 2 },
      ]);
    },
  );

  test("M-028: a step's retry replaces the runbook's entirely, and 0 switches it off", () => {
    const retry = { max_retries: 5, interval: "10m", backoff: "exponential" };
    const inherited = withStep({}, { retry });
    expect(inherited?.retry).toEqual({
      maxRetries: 5,
      intervalSec: 600,
      backoff: { factor: 2, maxIntervalSec: 3600 },
    });
    const own = withStep({ retry: { max_retries: 1 } }, { retry });
    expect(own?.retry).toEqual({ maxRetries: 1, intervalSec: 60, backoff: null });
    expect(withStep({ retry: { max_retries: 0 } }, { retry })?.retry.maxRetries).toBe(0);
  });

  test("M-028: the runbook's retry applies to init, finalize, removal and rollbacks too", () => {
    const { init, finalize, onMemberRemoved, rollbacks } = compile({
      retry: { max_retries: 4 },
      phases: [{ name: "p", offset: "T-0", steps: [{ ...STEP, on_failure: "undo" }] }],
      init: [STEP],
      finalize: [STEP],
      on_member_removed: [STEP],
      rollbacks: { undo: [STEP] },
    });
    const all = [...init, ...finalize, ...onMemberRemoved, ...(rollbacks.get("undo") ?? [])];
    expect(all.map(({ retry }) => retry.maxRetries)).toEqual([4, 4, 4, 4]);
  });

  test.each([
    ["fixed", null],
    [
      { factor: 3, max_interval: "5m" },
      { factor: 3, maxIntervalSec: 300 },
    ],
    [{ factor: 3 }, { factor: 3, maxIntervalSec: 3600 }],
    [{}, { factor: 2, maxIntervalSec: 3600 }],
  ])("a backoff written %j is %j", (backoff, expected) => {
    const step = withStep({ retry: { max_retries: 1, interval: "1m", backoff } });
    expect(step?.retry.backoff).toEqual(expected);
  });

  test(
    "M-025, M-030, M-033 (part), X-52 (part): " +
      "a step keeps typed params, outputs, poll and timeout",
    () => {
      const step = withStep({
        function: "New-{{Type}}",
        params: { A: "x {{Upn}}", B: 2, C: true, D: null, E: ["{{Upn}}"], F: { G: "g" } },
        output_params: { Id: "UserId" },
        poll: { interval: "15m", timeout: "8h" },
        dispatch_timeout: "2h",
      });
      const text = (source: string, ...template: readonly object[]) => ({
        kind: "template",
        text: { source, template },
      });
      const upn = (at: number) => ({ kind: "variable", name: "Upn", at });
      expect(step?.function.template).toEqual([
        { kind: "text", text: "New-" },
        { kind: "variable", name: "Type", at: 4 },
      ]);
      expect(step?.params).toEqual(
        new Map<string, unknown>([
          ["A", text("x {{Upn}}", { kind: "text", text: "x " }, upn(2))],
          ["B", { kind: "literal", value: 2 }],
          ["C", { kind: "literal", value: true }],
          ["D", { kind: "literal", value: null }],
          ["E", { kind: "list", items: [text("{{Upn}}", upn(0))] }],
          ["F", { kind: "map", entries: new Map([["G", text("g", { kind: "text", text: "g" })]]) }],
        ]),
      );
      expect(step?.outputParams).toEqual(new Map([["Id", "UserId"]]));
      expect(step?.poll).toEqual({ intervalSec: 900, timeoutSec: 28_800 });
      expect(step?.dispatchTimeoutSec).toBe(7200);
    },
  );

  test("X-17 (part): a rollback's own on_failure has no effect", () => {
    const { rollbacks, phases } = compile({
      phases: [{ name: "p", offset: "T-0", steps: [{ ...STEP, on_failure: "undo" }] }],
      rollbacks: { undo: [{ ...STEP, on_failure: "undo" }] },
    });
    expect(phases[0]?.steps[0]?.onFailure).toBe("undo");
    expect(rollbacks.get("undo")?.[0]?.onFailure).toBeNull();
  });
});
