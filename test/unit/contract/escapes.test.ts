import { expect, test } from "@jest/globals";
import { unitsOf } from "../../../runtime/contract/escapes.ts";

const UNREADABLE = 0xfffd;

/** What stands at the beginning with all its escapes undone, and where it ends. */
const read = (text: string): readonly [code: number, end: number] => {
  const { code, end } = unitsOf(text)(0).at(-1) ?? { code: -1, end: -1 };
  return [code, end];
};

test.each([
  ["\\ud83d\\ude00", 0x1f600, 12],
  ["\\ud83dX", UNREADABLE, 6],
  ["\\ud83d\\u0041", UNREADABLE, 6],
  ["\\ud83d\\u00", UNREADABLE, 6],
  ["\\ud83d\\n", UNREADABLE, 6],
  ["\\ude00", UNREADABLE, 6],
  ["\\u00e4", 0xe4, 6],
  ["\\x41", 0x41, 4],
  ["\\q", 0x5c, 1],
  ["\\101", 0x41, 4],
  ["\\303\\244", 0xe4, 8],
  ["\\401", 0x5c, 1],
  ["\\1a1", 0x5c, 1],
])("what is half an escape is not taken for a character: %s", (text, code, end) => {
  expect(read(text)).toEqual([code, end]);
});

test.each([
  ["%C3%A4", 0xe4, 6],
  ["%F0%9F%98%80", 0x1f600, 12],
  ["%F4%90%80%80", 0xf4, 3],
  ["%C3%41", 0xc3, 3],
  ["%C3", 0xc3, 3],
  ["%zz", 0x25, 1],
  ["=C3=A4", 0xe4, 6],
  ["=zz", 0x3d, 1],
  ["=", 0x3d, 1],
])("bytes that are no character stand for themselves: %s", (text, code, end) => {
  expect(read(text)).toEqual([code, end]);
});

test.each([
  ["&amp;", 0x26, 5],
  ["%255C", 0x5c, 5],
  ["=\r\nA", 0x41, 4],
  ["=\n=41", 0x41, 5],
  ["=\n=C3=A4", 0xe4, 8],
  ["=\n=x", 0x3d, 3],
  ["=3D41", 0x41, 5],
  ["\\u0025", 0x25, 6],
])("what was escaped more than once is undone layer by layer: %s", (text, code, end) => {
  expect(read(text)).toEqual([code, end]);
});
