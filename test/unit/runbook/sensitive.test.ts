/** Marks of a runbook: what they must name, and what follows from them. */
import { describe, expect, test } from "@jest/globals";
import { stringify } from "yaml";
import type { Runbook, Step } from "../../../runtime/domain/runbook.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { explain } from "../../../runtime/runbook/explain.ts";

const CODE = "{{Code}}";
const step = (name: string, more: object = {}) => ({
  name,
  worker_id: "worker-01",
  function: "Do-It",
  ...more,
});
const check = (source: object, steps: readonly object[], rest: object = {}) => {
  const document = {
    name: "n",
    data_source: { type: "csv", primary_key: "Upn", ...source },
    phases: [{ name: "p", offset: "T-0", steps }],
    ...rest,
  };
  const text = stringify(document, { aliasDuplicateObjects: false });
  return checkRunbook({ file: "f", text }, { strict: true });
};
const problemsOf = (...args: Parameters<typeof check>) =>
  check(...args).problems.map(({ code, hint }) => [code, hint]);

function compiled(...args: Parameters<typeof check>): Runbook {
  const { runbook, problems } = check(...args);
  if (runbook === null) throw new Error(JSON.stringify(problems));
  return runbook;
}

const marksOf = (name: string, steps: readonly Step[]) =>
  steps.find((one) => one.name === name)?.sensitive;

const COLUMNS = { columns: ["Upn", "Code"], sensitive: ["Code"] };

describe("marks that name something", () => {
  test("a column that is not declared is a problem, and the nearest one is offered", () => {
    const misspelt = { columns: ["Upn", "WelcomeCode"], sensitive: ["WelcomCode"] };
    expect(problemsOf(misspelt, [step("s")])).toEqual([["E3501", 'Did you mean "WelcomeCode"?']]);
    expect(problemsOf({ columns: ["Upn"], sensitive: ["Zzzz"] }, [step("s")])).toEqual([
      ["E3501", "Add it to `columns`."],
    ]);
  });

  test("a column is known from the query; where nothing tells columns, they are declared", () => {
    const sql = { type: "sql", connection: "C", batch_time: "immediate" };
    const selecting = { ...sql, query: "SELECT Upn, Code FROM t" };
    expect(problemsOf({ ...selecting, sensitive: ["Code"] }, [step("s")])).toEqual([]);
    expect(problemsOf({ ...selecting, sensitive: ["Codes"] }, [step("s")])).toEqual([
      ["E3501", 'Did you mean "Code"?'],
    ]);
    const star = { ...sql, query: "SELECT * FROM t", sensitive: ["Code"] };
    expect(problemsOf(star, [step("s")])).toEqual([["E3501", "Add it to `columns`."]]);
    expect(problemsOf({ sensitive: ["Code"] }, [step("s")])).toEqual([
      ["E3501", "Add it to `columns`."],
    ]);
  });

  test("neither the key nor the start time can be hidden", () => {
    const source = { columns: ["Upn", "At"], batch_time_column: "At", sensitive: ["Upn", "At"] };
    expect(problemsOf(source, [step("s")]).map(([code]) => code)).toEqual(["E3502", "E3502"]);
    const text = stringify({
      name: "n",
      data_source: { type: "scenarios", sensitive: ["scenario_name"] },
      phases: [{ name: "p", offset: "T-0", steps: [step("s")] }],
    });
    const { problems } = checkRunbook({ file: "f", text }, { strict: true });
    expect(problems.map(({ code }) => code)).toEqual(["E3502"]);
  });

  test.each(["init", "phases", "on_member_removed", "finalize", "rollbacks"])(
    "a step of %s marks its own params and outputs, and nothing else",
    (place) => {
      const marked = (sensitive: readonly string[]) => {
        const own = step("own", { params: { Note: "{{_batch_id}}" }, sensitive });
        const list = place === "rollbacks" ? { undo: [own] } : [own];
        const other = step("other", place === "rollbacks" ? { on_failure: "undo" } : {});
        return place === "phases"
          ? problemsOf({}, [own])
          : problemsOf({}, [other], { [place]: list });
      };
      expect(marked(["Note"])).toEqual([]);
      expect(marked(["Notes"])).toEqual([["E3503", 'Did you mean "Note"?']]);
    },
  );

  test("an output is marked by the variable it sets, not by the field it copies", () => {
    const outputs = { output_params: { Pin: "field" } };
    expect(problemsOf({}, [step("s", { ...outputs, sensitive: ["Pin"] })])).toEqual([]);
    expect(problemsOf({}, [step("s", { ...outputs, sensitive: ["field"] })])).toEqual([
      ["E3503", "Name a key of `params` or of `output_params`."],
    ]);
  });

  test("no function is chosen by a sensitive variable, column or output", () => {
    const byColumn = step("s", { function: `Do-${CODE}` });
    expect(problemsOf(COLUMNS, [byColumn]).map(([code]) => code)).toEqual(["E3504"]);
    const setting = step("a", { output_params: { Pin: "pin" }, sensitive: ["Pin"] });
    const using = step("b", { function: "Do-{{Pin}}" });
    expect(problemsOf({}, [setting, using]).map(([code]) => code)).toEqual(["E3504"]);
    const copying = { ...setting, output_params: { Pin: "pin", Also: "pin" } };
    const usingCopy = step("b", { function: "Do-{{Also}}" });
    expect(problemsOf({}, [copying, usingCopy]).map(([code]) => code)).toEqual(["E3504"]);
  });

  test("a marked value that stands in the runbook is remarked", () => {
    const written = (Note: unknown) =>
      problemsOf(COLUMNS, [step("s", { params: { Note }, sensitive: ["Note"] })]);
    expect(written("open-sesame").map(([code]) => code)).toEqual(["W3505"]);
    expect(written({ a: [4711] }).map(([code]) => code)).toEqual(["W3505"]);
    expect(written(`code ${CODE}`)).toEqual([]);
    expect(written("")).toEqual([]);
  });

  test.each(["E3501", "E3502", "E3503", "E3504", "W3505", "data_source.sensitive"])(
    "%s is explained",
    (topic) => {
      expect(explain(topic)).toMatchObject({ ok: true });
    },
  );
});

describe("what follows from marks", () => {
  test("a runbook without marks has none anywhere", () => {
    const runbook = compiled({}, [step("s", { params: { A: CODE }, output_params: { B: "b" } })]);
    expect([runbook.sensitive, marksOf("s", runbook.phases[0]?.steps ?? [])]).toEqual([[], null]);
  });

  test("a param that uses a sensitive column is sensitive, in every sequence, at any depth", () => {
    const using = (name: string) =>
      step(name, {
        params: { Deep: { list: ["x", `code ${CODE}`] }, Whole: CODE, Who: "{{Upn}}" },
      });
    const { phases, onMemberRemoved, rollbacks } = compiled(
      COLUMNS,
      [using("a"), step("b", { on_failure: "undo" })],
      { on_member_removed: [using("c")], rollbacks: { undo: [using("d")] } },
    );
    const marks = { params: ["Deep", "Whole"], variables: ["Code"], results: [] };
    expect(marksOf("a", phases[0]?.steps ?? [])).toEqual(marks);
    expect(marksOf("b", phases[0]?.steps ?? [])).toBeNull();
    expect(marksOf("c", onMemberRemoved)).toEqual(marks);
    expect(marksOf("d", rollbacks.get("undo") ?? [])).toEqual(marks);
  });

  test("an output that copies a sensitive field is sensitive, and so on to the last step", () => {
    const { sensitive, phases } = compiled({}, [
      step("a", { output_params: { Pin: "pin", Also: "pin", Id: "id" }, sensitive: ["Pin"] }),
      step("b", { output_params: { Also: "other", Third: "other" } }),
      step("c", { params: { Use: "{{Third}}", Id: "{{Id}}" } }),
    ]);
    const steps = phases[0]?.steps ?? [];
    expect(sensitive.toSorted()).toEqual(["Also", "Pin", "Third"]);
    expect(marksOf("a", steps)).toEqual({ params: [], variables: [], results: ["pin"] });
    expect(marksOf("b", steps)).toEqual({ params: [], variables: [], results: ["other"] });
    expect(marksOf("c", steps)).toEqual({ params: ["Use"], variables: [], results: [] });
  });

  test("a mark on a param does not make its variable sensitive elsewhere", () => {
    const { sensitive, phases } = compiled({}, [
      step("a", { params: { Note: "{{Upn}}" }, sensitive: ["Note"] }),
      step("b", { params: { Note: "{{Upn}}" } }),
    ]);
    expect(sensitive).toEqual([]);
    expect(marksOf("a", phases[0]?.steps ?? [])?.params).toEqual(["Note"]);
    expect(marksOf("b", phases[0]?.steps ?? [])).toBeNull();
  });
});
