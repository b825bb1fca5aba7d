import { describe, expect, test } from "@jest/globals";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import { resolvedStep } from "../../../runtime/store/operations/resolved-column.ts";

const functionName = FunctionName.parse("Set-Thing");
const marks = { params: ["Note", "__proto__"], values: ["x"], results: [] };
const paramsOf = (text: string) => Object.setPrototypeOf(JSON.parse(text), null);

describe("what was sent, as it is kept", () => {
  test("I30 (part): marked params stand apart, and views of params have a mark instead", () => {
    const params = paramsOf('{"Who":"ada","Note":{"deep":"canary"},"__proto__":"canary","N":null}');
    const cell = resolvedStep.write({ functionName, params, sensitive: marks });
    const { params: shown } = JSON.parse(String(cell));
    expect(JSON.stringify(shown)).toBe(
      '{"Who":"ada","Note":"[secret]","__proto__":"[secret]","N":null}',
    );
    const back = resolvedStep.read(cell);
    expect(back).toEqual({ functionName, params, sensitive: marks });
    expect(JSON.stringify(back?.params)).toBe(JSON.stringify(params));
    expect(Object.getPrototypeOf(back?.params)).toBeNull();
  });

  test("without marks it is kept as it always was", () => {
    const sent = { functionName, params: paramsOf('{"Who":"ada"}') };
    const cell = resolvedStep.write(sent);
    expect(cell).toBe('{"functionName":"Set-Thing","params":{"Who":"ada"}}');
    expect(resolvedStep.read(cell)).toEqual(sent);
  });

  test("what was never sent is null", () => {
    expect([resolvedStep.write(null), resolvedStep.read(null)]).toEqual([null, null]);
  });
});
