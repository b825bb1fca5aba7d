import { expect, test } from "@jest/globals";
import { fieldsOf, pickFields, withFields } from "../../../runtime/contract/result-fields.ts";

test.each([
  [{ a: 1 }, { a: 2 }],
  [
    { complete: true, data: { a: 1, b: 1 } },
    { complete: true, data: { a: 2, b: 1 } },
  ],
  ["plain", "plain"],
  [null, null],
])("the fields of %j are changed where they are: %j", (result, changed) => {
  expect(withFields(result, { a: 2 })).toEqual(changed);
});

test("a result that is no object has no fields to pick", () => {
  expect(fieldsOf("plain")).toEqual({});
  expect(pickFields(null, ["a"])).toEqual({});
  expect(pickFields({ data: { a: 1 }, b: 2 }, ["a", "b"])).toEqual({ a: 1 });
});
