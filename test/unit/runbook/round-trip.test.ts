import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import { runbookDocument } from "../../../runtime/contract/runbook/document.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { compileRunbook } from "../../../runtime/runbook/compile.ts";

const COLUMNS = ["Upn", "Mail", "First Name", "Größe"];
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}[a-z0-9]$/);
const duration = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom("s", "m", "h", "d"))
  .map(([count, unit]) => `${count}${unit}`);
const anyText = fc.string().map((text) => text.replaceAll(/[{\0]/g, "("));
const variable = fc.constantFrom(...COLUMNS, "_batch_id").map((one) => `{{${one}}}`);
const template = fc.array(fc.oneof(variable, anyText)).map((parts) => parts.join(""));
const paramKey = fc.stringMatching(/^[A-Z][A-Za-z]{0,8}$/);
const param = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    template,
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(paramKey, tie("value"), { maxKeys: 3 }),
  ),
})).value;
const retry = fc.record(
  {
    max_retries: fc.integer({ min: 0, max: 100 }),
    interval: duration,
    backoff: fc.oneof(
      fc.constantFrom("fixed", "exponential"),
      fc.record({ factor: fc.integer({ min: 1, max: 10 }) }),
    ),
  },
  { requiredKeys: ["max_retries"] },
);
const step = fc.record(
  {
    name,
    worker_id: name,
    function: fc.constantFrom("Do-It", "New-{{Upn}}", "Set-EntraUserUPN"),
    params: fc.dictionary(paramKey, param, { maxKeys: 4 }),
    retry,
    poll: fc.constant({ interval: "5m", timeout: "1h" }),
    dispatch_timeout: duration,
    on_failure: fc.constant("undo"),
  },
  { requiredKeys: ["name", "worker_id", "function"] },
);
const phase = fc.record(
  {
    offset: duration.map((text) => `T-${text}`),
    barrier: fc.boolean(),
    completion: fc.constantFrom("any", "all"),
    gate: fc.constantFrom("previous_phase", "none"),
    steps: fc.array(step, { maxLength: 3 }),
  },
  { requiredKeys: ["offset", "steps"] },
);
const document = fc
  .record(
    {
      name,
      description: anyText,
      time_zone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata"),
      data_source: fc.constant({ type: "csv", primary_key: "Upn", columns: COLUMNS }),
      on_reschedule: fc.constantFrom("move", "remove_add"),
      retry,
      phases: fc.array(phase, { minLength: 1, maxLength: 4 }),
      rollbacks: fc.constant({ undo: [{ name: "u", worker_id: "w", function: "Undo-It" }] }),
    },
    { requiredKeys: ["name", "data_source", "phases", "rollbacks"] },
  )
  .map((one) => ({ ...one, phases: one.phases.map((p, i) => ({ name: `phase ${i}`, ...p })) }));

/** Equal parts are written out, as aliases are refused. */
const PLAIN = { aliasDuplicateObjects: false };

const errorsOf = (text: string) => {
  const { problems, runbook } = checkRunbook({ file: "f", text }, { strict: true });
  return { errors: problems.filter(({ severity }) => severity === "error"), runbook };
};

describe("any valid document", () => {
  test.each([
    ["block style", (value: unknown) => stringify(value, PLAIN)],
    ["flow style", (value: unknown) => stringify(value, { ...PLAIN, collectionStyle: "flow" })],
    ["JSON", (value: unknown) => JSON.stringify(value)],
    [
      "quoted and with Windows line ends",
      (value: unknown) =>
        stringify(value, { ...PLAIN, defaultStringType: "QUOTE_DOUBLE" }).replaceAll("\n", "\r\n"),
    ],
  ])(
    "M-017 (part), M-025: printed in %s compiles to what the document itself compiles to",
    (_style, print) => {
      fc.assert(
        fc.property(document, (value) => {
          const { errors, runbook } = errorsOf(print(value));
          expect(errors).toEqual([]);
          expect(runbook).toEqual(compileRunbook(runbookDocument.parse(value)));
        }),
        { seed: 17, numRuns: 60 },
      );
    },
  );
});
