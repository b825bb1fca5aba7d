import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { SECRET_MARK, secret } from "../../../runtime/contract/secret.ts";
import { hide, needlesOf } from "../../../runtime/contract/secret-forms.ts";
import { FORMS, json } from "./written-forms.ts";

/** What is shorter may stand there by chance. */
const PIECE_CHARS = 10;

/** Pieces of a form that show in what was hidden and stand nowhere else. */
function shown(written: string, hidden: string, around: string): readonly string[] {
  const left = hidden.replaceAll(SECRET_MARK, "\0");
  const pieces = Array.from({ length: Math.max(1, written.length - PIECE_CHARS) }, (_, at) =>
    written.slice(at, at + PIECE_CHARS),
  );
  return pieces.filter((piece) => left.includes(piece) && !around.includes(piece));
}

const char = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(..."abcdefXYZ0123456789") },
  { weight: 3, arbitrary: fc.constantFrom(..."+/=&<>'\"\\%;~!@#$^*()_-{}[]|:,.? ") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("ü", "€", "😀", "\n", "\t", "%41", "&lt;", "\\n", "\\u0041"),
  },
);
const value = fc
  .array(char, { minLength: 9, maxLength: 120 })
  .map((chars) => chars.join(""))
  // With few letters it would be found in anything.
  .filter((text) => new Set(text).size > 5 && text === text.trim());
const around = fc
  .array(
    fc.constantFrom(
      "\\",
      "%",
      "&",
      "%2",
      "%25",
      "\\u",
      "\\u00",
      "&#",
      "&#x2",
      "=",
      "+",
      " ",
      "ab",
      "==",
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""));

describe("a secret that is known by its value", () => {
  test.each(Object.entries(FORMS))("I30, H-079: is hidden in any text as %s", (_name, write) => {
    fc.assert(
      fc.property(value, around, around, (text, before, after) => {
        const written = write(text);
        const hidden = hide(`${before}${written}${after}`, needlesOf([secret(text)]));
        expect(hidden).toContain(SECRET_MARK);
        expect(shown(written, hidden, `${before} ${after}`)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("I30: a text without it stays as it is", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."GHIJKLMNOPQRSTUVWXYZ+/&<'~"),
      minLength: 12,
    });
    const others = fc.array(
      fc.oneof(around, fc.constantFrom(..."abcdef0123456789 -:=,.;\n"), fc.string()),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(letters, others, (text, parts) => {
        const other = parts.join("");
        fc.pre(!other.includes(text));
        expect(hide(other, needlesOf([secret(text)]))).toBe(other);
      }),
      { numRuns: 500 },
    );
  });
});

const LINES = Array.from({ length: 26 }, (_, line) =>
  Array.from({ length: 64 }, (_char, at) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charAt(
      (((line + 3) * (at + 7) * 2_654_435_761) % 64) | 0,
    ),
  ).join(""),
);
const KEY = `-----BEGIN PRIVATE KEY-----\n${LINES.join("\n")}\n-----END PRIVATE KEY-----\n`;

test.each<[string, string]>([
  ["as it is", KEY.trim()],
  ["in one line", KEY.trim().replaceAll("\n", "")],
  ["in one line without its first and last", LINES.join("")],
  ["with blanks for lines", KEY.trim().replaceAll("\n", " ")],
  ["with lines of Windows", KEY.trim().replaceAll("\n", "\r\n")],
  ["in JSON", JSON.stringify(KEY.trim()).slice(1, -1)],
  ["in JSON twice", json(json(KEY.trim()))],
  ["moved in", KEY.trim().replaceAll("\n", "\n        ")],
  ["in lines of another length", LINES.join("").replaceAll(/.{76}/g, "$&\n")],
  ["in base64", Buffer.from(KEY).toString("base64")],
  ["in base64 of one line", Buffer.from(KEY.replaceAll("\n", "")).toString("base64")],
])("I30: nothing of a private key shows %s", (_how, written) => {
  const hidden = hide(`a ${written} b`, needlesOf([secret(KEY)]));
  const joined = hidden.replaceAll(/\[secret\](?:(?:\s|\\+n)*\[secret\])+/g, SECRET_MARK);
  expect(joined.replace(/=* b$/, " b")).toBe(`a ${SECRET_MARK} b`);
});

test("I30: a line's end at any place in an encoded secret shows a few letters at most", () => {
  for (const text of ["Zk3+v/9Q&tr<x>ab'c7Lm", KEY]) {
    const written = text === KEY ? KEY.replaceAll("\n", "") : Buffer.from(text).toString("base64");
    const needles = needlesOf([secret(text)]);
    // A key's first letters are the same in all keys.
    for (let at = text === KEY ? 5 : 1; at < written.length; at += 1) {
      const hidden = hide(`${written.slice(0, at)}\n${written.slice(at)}`, needles);
      expect(hidden.replaceAll(SECRET_MARK, "").length).toBeLessThanOrEqual(8);
    }
  }
});

test.each([
  "\\",
  "%25",
  "%",
  "&amp;",
  "&#",
  "\\u005c",
  "ab ",
  "\n",
  "=",
  "=3D",
  "=\n",
  "92,",
  '"9":92,',
])("R56 (part): a text that keeps beginning like an escape is read to its end: %j", (part) => {
  const text = part.repeat(4_000);
  const needles = needlesOf(["\\\\\\\\\\x", "%%%%%%%%x", "&&&&&&&&&x", KEY].map(secret));
  expect(hide(text, needles)).toBe(text);
});

test.each(["a1", "😀😀😀😀"])("what is too short to tell is not looked for: %s", (short) => {
  expect(hide(`${short} and ${short}`, needlesOf([secret(short)]))).toBe(`${short} and ${short}`);
});
