import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { starterRunbook } from "../../../runtime/runbook/starter.ts";
import { isPolled } from "../../fixtures/shipped-library.ts";
import { STANDARD_FUNCTIONS } from "../../fixtures/standard-functions.ts";

const FOLDER = new URL("../../../runbooks/", import.meta.url);
const SHIPPED = readdirSync(FOLDER).filter((file) => file.endsWith(".yaml"));
const MODELINES = [
  "# yaml-language-server: $schema=../schemas/runbook.v1.json",
  "# $schema: ../schemas/runbook.v1.json",
];

const check = (file: string, text: string) =>
  checkRunbook({ file, text }, { strict: true, isPolled });

describe("shipped runbooks", () => {
  test.each(SHIPPED)("%s has both modelines, its own name and no problem at all", (file) => {
    const text = readFileSync(new URL(file, FOLDER), "utf8");
    const { problems, runbook } = check(file, text);
    expect(problems).toEqual([]);
    expect(`${runbook?.name}.yaml`).toBe(file);
    expect(text.split("\n").slice(0, 2)).toEqual(MODELINES);
  });

  test("M-117 (part): the starter and the shipped ones use all fourteen standard functions", () => {
    const texts = SHIPPED.map((file) => readFileSync(new URL(file, FOLDER), "utf8"));
    const used = new Set(
      [...texts, starterRunbook("starter")].flatMap((text) => {
        const { runbook } = check("f", text);
        const steps = [
          ...(runbook?.init ?? []),
          ...(runbook?.phases ?? []).flatMap((phase) => phase.steps),
          ...(runbook?.onMemberRemoved ?? []),
          ...(runbook?.finalize ?? []),
          ...[...(runbook?.rollbacks.values() ?? [])].flat(),
        ];
        return steps.map((step) => step.function.source);
      }),
    );
    expect(STANDARD_FUNCTIONS.filter((name) => !used.has(name))).toEqual([]);
  });

  test("the starter is valid without a warning under the name it is given", () => {
    const text = starterRunbook("my-wave.2");
    const { problems, runbook } = check("my-wave.yaml", text);
    expect(problems).toEqual([]);
    expect(runbook?.name).toBe("my-wave.2");
    expect(text.split("\n").slice(0, 2)).toEqual(MODELINES);
  });

  test("the starter takes a name that YAML would read as a number", () => {
    expect(check("f", starterRunbook("2026")).runbook?.name).toBe("2026");
  });
});
