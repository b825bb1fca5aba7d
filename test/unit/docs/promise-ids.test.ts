import { describe, expect, test } from "@jest/globals";
import {
  citedIds,
  compareIds,
  familyOf,
  idsInPart,
  strangeMarks,
} from "../../../docs/generators/promise-ids.ts";

describe("ids of promises", () => {
  test.each([
    ["M-024: stored as minutes", ["M-024"]],
    ["X-22, M-073, I5: a late answer (R10)", ["I5", "M-073", "R10", "X-22"]],
    ["M-001 and M-001 again", ["M-001"]],
    ["H-1 is too short, M-12 and M-1234 are not alike", ["M-12"]],
    ["I1 I9 I10 I37", ["I1", "I9", "I10", "I37"]],
    ["I0 I38 I99 R00 R58 R1 R2 R100", []],
    ["R01 R09 R10 R57", ["R01", "R09", "R10", "R57"]],
    ["SHA-256, UTF-16, CI1, PR10 and m-024 are no ids", []],
    ["", []],
  ])("%p cites %j", (text, ids) => {
    expect(citedIds(text)).toEqual(ids);
  });

  test.each([
    ["M-120 (part): it scales", ["M-120"], []],
    ["H-071, M-120 (part), I5: only the id before the mark", ["M-120"], []],
    ["M-120 (part), I5 (part): each has a mark of its own", ["M-120", "I5"], []],
    ["M-120: a title about a step (part of a phase)", [], []],
    ["a late answer (R10) is no mark", [], []],
    ["M-120\n(a test) of a group is no mark", [], []],
    ["M-120 (partly): a misspelt mark", [], ["M-120 (partly)"]],
    ["M-120(part), R10  (part): spaces count", [], ["M-120(part)", "R10  (part)"]],
    ["M-120 (part never ends", [], ["M-120 (part never ends"]],
  ])("%p marks %j as a part, and %j is no mark", (text, inPart, strange) => {
    expect(idsInPart(text)).toEqual(inPart);
    expect(strangeMarks(text)).toEqual(strange);
  });

  test("an id marked as a part is cited", () => {
    expect(citedIds("M-120 (part), I5: it scales")).toEqual(["I5", "M-120"]);
  });

  test("ids are in the order of family and number, not of letters", () => {
    const ids = ["R02", "I10", "M-100", "I2", "M-099", "A-001"];
    expect(ids.sort(compareIds)).toEqual(["A-001", "I2", "I10", "M-099", "M-100", "R02"]);
  });

  test.each([
    ["M-024", "M"],
    ["I7", "I"],
    ["R07", "R"],
    ["nonsense", "nonsense"],
  ])("the family of %s is %s", (id, family) => {
    expect(familyOf(id)).toBe(family);
  });
});
