import { describe, expect, test } from "@jest/globals";
import { WorkerManifest } from "../../../runtime/contract/manifest.ts";
import { polledByWorkers } from "../../../runtime/runbook/check-polls.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";

type Parts = { readonly source?: string; readonly steps?: string; readonly rest?: string };

const SOURCE = "{type: csv, primary_key: Upn, columns: [Upn, Mail]}";
const STEP = "{name: s, worker_id: w, function: Do-It}";
const runbook = ({ source = SOURCE, steps = STEP, rest = "" }: Parts): string =>
  `name: n\ndata_source: ${source}\nphases: [{name: p, offset: T-0, steps: [${steps}]}]\n${rest}`;
const check = (parts: Parts) =>
  checkRunbook({ file: "f", text: runbook(parts) }, { strict: false });
const codesOf = (parts: Parts) => check(parts).problems.map(({ code }) => code);
const step = (more: string) => `{name: s${more.length}, worker_id: w, function: Do-It, ${more}}`;

describe("the meaning of a runbook", () => {
  test("M-027 (part): on_failure must name a rollback, and the nearest one is offered", () => {
    const rest = `rollbacks: {undo-user: [${STEP}]}`;
    expect(codesOf({ steps: step("on_failure: undo-user"), rest })).toEqual([]);
    const { problems } = check({ steps: step("on_failure: undo-usr"), rest });
    expect(problems[0]).toMatchObject({ code: "E3002", hint: 'Did you mean "undo-user"?' });
  });

  test("M-027 (part): a rollback unlike any other is answered with the ones there are", () => {
    const rest = `rollbacks: {undo-user: [${STEP}], undo-mail: [${STEP}]}`;
    const { problems } = check({ steps: step("on_failure: zzz"), rest });
    expect(problems[0]?.hint).toBe("Known rollbacks: undo-user, undo-mail.");
  });

  test("X-17 (part): a rollback that only a rollback names is not in use", () => {
    const rest = `rollbacks: {undo: [${step("on_failure: undo")}]}`;
    expect(codesOf({ rest })).toEqual(["W3003", "W3004"]);
  });

  test("M-023: phases may share an offset; one due before the phase above is remarked", () => {
    const phases = (...offsets: readonly string[]) => {
      const list = offsets.map((offset, i) => `{name: p${i}, offset: ${offset}, steps: [${STEP}]}`);
      const text = `name: n\ndata_source: ${SOURCE}\nphases: [${list.join(", ")}]\n`;
      return checkRunbook({ file: "f", text }, { strict: false }).problems.map(({ code }) => code);
    };
    expect(phases("T-1h", "T-60m", "T-0")).toEqual([]);
    expect(phases("T-1h", "T-61m", "T-0")).toEqual(["W3007"]);
  });

  test("M-031, M-032: init and finalize know the two special variables and no column", () => {
    const params = (name: string) => `params: {A: "{{${name}}}"}`;
    for (const place of ["init", "finalize"]) {
      const codes = (name: string) => codesOf({ rest: `${place}: [${step(params(name))}]` });
      expect(codes("_batch_id")).toEqual([]);
      expect(codes("_batch_start_time")).toEqual([]);
      expect(codes("Upn")).toEqual(["E3105"]);
    }
  });

  test("M-033 (part), R21 (part): an output exists only after the step that sets it", () => {
    const set = step("output_params: {Id: id}");
    const use = step('params: {A: "{{Id}}"}');
    expect(codesOf({ steps: `${set}, ${use}` })).toEqual([]);
    expect(codesOf({ steps: `${use}, ${set}` })).toEqual(["E3108"]);
    expect(codesOf({ steps: step('params: {A: "{{Id}}"}, output_params: {Id: id}') })).toEqual([
      "E3108",
    ]);
  });

  test("R21 (part): without declared columns and with a star no variable is remarked on", () => {
    const steps = step('params: {A: "{{Anything}}"}');
    const sql = (query: string) =>
      `{type: sql, connection: c, query: "${query}", primary_key: Upn, batch_time: immediate}`;
    expect(codesOf({ steps, source: "{type: csv, primary_key: Upn}" })).toEqual([]);
    expect(codesOf({ steps, source: sql("SELECT * FROM t") })).toEqual([]);
    expect(codesOf({ steps, source: sql("SELECT Upn FROM t") })).toEqual(["W3107"]);
    expect(codesOf({ steps, source: sql("SELECT Upn, Anything FROM t") })).toEqual([]);
    expect(codesOf({ steps })).toEqual(["E3106"]);
  });

  test("X-17 (part): a rollback may use outputs that all of its users have behind them", () => {
    const set = step("output_params: {Id: id}");
    const user = step("on_failure: undo");
    const rest = `rollbacks: {undo: [${step('params: {A: "{{Id}}", B: "{{Upn}}"}')}]}`;
    expect(codesOf({ steps: `${set}, ${user}`, rest })).toEqual([]);
    expect(codesOf({ steps: `${user}, ${set}`, rest })).toEqual(["W3109"]);
    const fromRemoval = `${rest}\non_member_removed: [${user}]`;
    expect(codesOf({ steps: `${set}, ${user}`, rest: fromRemoval })).toEqual(["W3109"]);
  });

  test("R51 (part): a function may hold variables but should not be one altogether", () => {
    const named = (name: string) => `{name: s, worker_id: w, function: "${name}"}`;
    expect(codesOf({ steps: named("New-{{Upn}}") })).toEqual([]);
    expect(codesOf({ steps: named("{{Upn}}-User") })).toEqual([]);
    expect(codesOf({ steps: named("{{Upn}}") })).toEqual(["W3402"]);
    expect(codesOf({ steps: named("New-{{Upn}};rm") })).toEqual(["E3401"]);
    expect(codesOf({ steps: named(`New-${"x".repeat(200)}{{Upn}}`) })).toEqual(["E3401"]);
  });

  test("R45: polls wait at least a second and at most as long as their timeout", () => {
    const poll = (interval: string, timeout: string) =>
      codesOf({ steps: step(`poll: {interval: ${interval}, timeout: ${timeout}}`) });
    expect(poll("1s", "2s")).toEqual([]);
    expect(poll("60s", "1m")).toEqual([]);
    expect(poll("61s", "1m")).toEqual(["E3301"]);
    expect(poll("0s", "1m")).toEqual(["E3302"]);
    expect(poll("1d", "366d")).toEqual([]);
    expect(poll("1d", "367d")).toEqual(["E3303"]);
  });

  test("M-037 (part): a worker id in another writing than estates register is a warning", () => {
    const withWorker = (id: string) =>
      codesOf({ steps: step("").replace("worker_id: w", `worker_id: ${id}`) });
    expect(withWorker("worker-01")).toEqual([]);
    for (const id of ["Worker-01", "worker_01", "worker.01"])
      expect(withWorker(id)).toEqual(["W3407"]);
    expect(withWorker("worker!")).toEqual(["E2004"]);
  });

  test("M-074 (part): a step without the poll its function asks for is a warning", () => {
    const polling = WorkerManifest.parse({
      workerId: "w",
      version: "1",
      functions: [true, false].map((polled) => ({
        name: polled ? "Test-It" : "Do-It",
        description: "Looks.",
        params: { type: "object" },
        result: "Object",
        effect: "read",
        idempotency: "natural-key",
        polled,
        examples: [],
      })),
    });
    const isPolled = polledByWorkers([polling]);
    const problemsOf = (steps: string) =>
      checkRunbook({ file: "f", text: runbook({ steps }) }, { strict: false, isPolled }).problems;
    const bare = STEP.replace("Do-It", "test-it");
    expect(problemsOf(bare)).toMatchObject([
      {
        code: "W3306",
        severity: "warning",
        line: 3,
        col: 75,
        hint: expect.stringContaining("poll: {"),
      },
    ]);
    expect(problemsOf(STEP)).toEqual([]);
    expect(problemsOf(bare.replace("worker_id: w", "worker_id: v"))).toEqual([]);
    expect(problemsOf(bare.replace("worker_id: w, ", "")).map(({ code }) => code)).toEqual([
      "E2001",
    ]);
    expect(problemsOf(bare.replace("}", ", poll: {interval: 1m, timeout: 1h}}"))).toEqual([]);
    expect(problemsOf(bare.replace("test-it", '"{{Mail}}-It"'))).toEqual([]);
  });

  test("X-52 (part): a dispatch timeout may last as long as its poll, not longer", () => {
    const timeout = (text: string) =>
      codesOf({ steps: step(`poll: {interval: 1m, timeout: 2h}, dispatch_timeout: ${text}`) });
    expect(timeout("2h")).toEqual([]);
    expect(timeout("121m")).toEqual(["W3304"]);
  });

  test("M-018 (part), M-022 (part): a queried source says when a batch starts, others may", () => {
    const sql = (more: string) =>
      `{type: sql, connection: c, query: SELECT * FROM t, primary_key: Upn${more}}`;
    expect(codesOf({ source: sql("") })).toEqual(["E3202"]);
    expect(codesOf({ source: sql(", batch_time: immediate") })).toEqual([]);
    expect(codesOf({ source: sql(", batch_time_column: At") })).toEqual([]);
    expect(codesOf({ source: sql(", batch_time: immediate, batch_time_column: At") })).toEqual([
      "E3201",
    ]);
    expect(codesOf({ source: "{type: scenarios}" })).toEqual([]);
  });

  test("X-65 (part): time zones are IANA names, in their old spellings too", () => {
    const zone = (name: string) => codesOf({ rest: `time_zone: "${name}"` });
    for (const name of ["UTC", "Europe/Berlin", "Asia/Calcutta", "Asia/Kolkata", "Etc/GMT+1"])
      expect(zone(name)).toEqual([]);
    for (const name of ["CEST", "+02:00", "Europe", "Mars/Base"])
      expect(zone(name)).toEqual(["E3403"]);
  });

  test("R54: reserved names are refused as keys, variables, outputs and columns", () => {
    for (const name of ["__proto__", "constructor", "prototype"]) {
      expect(codesOf({ steps: step(`params: {${name}: 1}`) })).toEqual(["E1110"]);
      expect(codesOf({ steps: step(`params: {A: "{{${name}}}"}`) })).toEqual(["E3103"]);
      expect(codesOf({ steps: step(`output_params: {${name}: id}`) })).toEqual(["E1110"]);
      expect(codesOf({ source: `{type: csv, primary_key: Upn, columns: [Upn, ${name}]}` })).toEqual(
        ["E3206"],
      );
    }
  });

  test.each([
    ["10", []],
    ["-2.5", []],
    ["0", []],
    ["007", ["W3406"]],
    ["0x1F", ["W3406"]],
    ["1e3", ["W3406"]],
    ["9007199254740993", ["W3406"]],
    ['"007"', []],
  ])("a parameter written %s is reported as %j", (written, codes) => {
    expect(codesOf({ steps: step(`params: {A: ${written}}`) })).toEqual(codes);
  });

  test("X-79: a mistyped key is answered with the keys of its own place", () => {
    const hintOf = (parts: Parts) =>
      check(parts).problems.find(({ code }) => code === "W2101")?.hint;
    expect(hintOf({ steps: step("poll: {interval: 1m, timeout: 2m, intervall: 1m}") })).toBe(
      'Did you mean "interval"?',
    );
    expect(hintOf({ rest: `rollbacks: {u: [${step("on_failur: x")}]}` })).toBe(
      'Did you mean "on_failure"?',
    );
    expect(hintOf({ steps: step("retry: {max_retries: 1, backoff: {faktor: 2}}") })).toBe(
      'Did you mean "factor"?',
    );
    expect(hintOf({ source: "{type: csv, primary_key: Upn, columns: [Upn], qwertz: x}" })).toBe(
      "Known here: type, primary_key, batch_time_column, batch_time, multi_valued_columns, " +
        "columns, sensitive, removal_confirmations.",
    );
  });
});
