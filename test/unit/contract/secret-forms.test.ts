import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { SECRET_MARK, secret } from "../../../runtime/contract/secret.ts";
import { hide, needlesOf } from "../../../runtime/contract/secret-forms.ts";

/** How programs write a text down, said without asking the code that finds it. */
type Write = (text: string) => string;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
const units = (text: string): readonly string[] => text.split("");

/** As .NET does: all but letters, digits and a few marks. */
const dotNet: Write = (text) =>
  units(text)
    .map((char) =>
      /[\w/.,:;=!?()#$@^*{}|~ -]/.test(char) ? char : `\\u${hex(char.charCodeAt(0), 4)}`,
    )
    .join("");
const dotNetCapital: Write = (text) =>
  dotNet(text).replaceAll(/\\u.{4}/g, (four) => `\\u${four.slice(2).toUpperCase()}`);
const everyUnit: Write = (text) =>
  units(text)
    .map((char) => `\\u${hex(char.charCodeAt(0), 4)}`)
    .join("");
const json: Write = (text) => JSON.stringify(text).slice(1, -1);
const url: Write = (text) => encodeURIComponent(text);
const form: Write = (text) => new URLSearchParams({ a: text }).toString().slice(2);
const NAMES = new Map(
  Object.entries({
    "&": "amp",
    "<": "lt",
    ">": "gt",
    '"': "quot",
    "'": "apos",
    "+": "plus",
    ü: "uuml",
  }),
);
const named: Write = (text) =>
  Array.from(text, (char) => (NAMES.has(char) ? `&${NAMES.get(char)};` : char)).join("");
const numbered =
  (write: (code: number) => string): Write =>
  (text) =>
    Array.from(text, (char) =>
      /[A-Za-z0-9]/.test(char) ? char : `&#${write(char.codePointAt(0) ?? 0)};`,
    ).join("");
const decimal = numbered(String);
const hexadecimal = numbered((code) => `x${code.toString(16)}`);
const hexCapital = numbered((code) => `X00${code.toString(16).toUpperCase()}`);

const bytes =
  (encoding: BufferEncoding, to: "base64" | "base64url", before: string): Write =>
  (text) =>
    Buffer.from(`${before}${text}!${before}`, encoding).toString(to);
const behind = (before: number) => (text: string) =>
  Buffer.concat([Buffer.alloc(before, 7), Buffer.from(text, "utf16le"), Buffer.from("z")]).toString(
    "base64",
  );
const octets = (gap: string, write: Write = (text) => text): Write => {
  return (text) => Array.from(Buffer.from(text), (byte) => write(hex(byte, 2))).join(gap);
};
const mixed: Write = (text) =>
  text.replaceAll(/[a-f]/g, (char, at: number) => (at % 3 === 0 ? char : char.toUpperCase()));

const then =
  (...writes: readonly Write[]): Write =>
  (text) =>
    writes.reduce((written, write) => write(written), text);

const base64 = bytes("utf8", "base64", "");
const FORMS: Readonly<Record<string, Write>> = {
  plain: (text) => text,
  JSON: json,
  "JSON twice": then(json, json),
  "JSON of .NET": dotNet,
  "JSON of .NET in capitals": dotNetCapital,
  "JSON of .NET twice": then(dotNet, dotNet),
  "escapes for all": everyUnit,
  "HTML by names": named,
  "HTML by numbers": decimal,
  "HTML by hexadecimal numbers": hexadecimal,
  "HTML by capital numbers": hexCapital,
  "HTML twice": then(named, named),
  "HTML in JSON of .NET": then(named, dotNet),
  "JSON in HTML": then(json, named),
  URL: url,
  "URL in small letters": (text) => url(text).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  "URL twice": then(url, url),
  "URL three times": then(url, url, url),
  form,
  "JSON in a URL": then(json, url),
  "JSON in a form": then(json, form),
  ...Object.fromEntries(
    ["", "a", "ab", "abc"].flatMap((before) => [
      [`base64 behind "${before}"`, bytes("utf8", "base64", before)],
      [`base64url behind "${before}"`, bytes("utf8", "base64url", before)],
    ]),
  ),
  ...Object.fromEntries(
    [0, 1, 2, 3].map((before) => [`base64 of UTF-16 behind ${before} bytes`, behind(before)]),
  ),
  ...Object.fromEntries(
    ["", "a", "ab"].flatMap((outer) =>
      ["", "x", "xy"].map((inner) => [
        `base64 behind "${outer}" of base64 behind "${inner}"`,
        then(bytes("utf8", "base64", inner), bytes("utf8", "base64", outer)),
      ]),
    ),
  ),
  "base64 of base64url": then(bytes("utf8", "base64url", ""), base64),
  "base64 in JSON of .NET": then(base64, dotNet),
  "base64 in a URL": then(base64, url),
  "base64 of JSON": then(json, base64),
  "base64 of a URL": then(url, base64),
  "base64 in lines": (text) => base64(text).replaceAll(/.{76}/g, "$&\r\n"),
  hexadecimal: octets(""),
  "capital hexadecimal": then(octets(""), (text) => text.toUpperCase()),
  "mixed hexadecimal": then(octets(""), mixed),
  ...Object.fromEntries(
    [" ", ":", "-", ", ", "\n"].map((gap) => [
      `hexadecimal with ${JSON.stringify(gap)}`,
      then(octets(gap), mixed),
    ]),
  ),
  ...Object.fromEntries(
    ["", " ", ",", ", "].map((gap) => [
      `hexadecimal with 0x and ${JSON.stringify(gap)}`,
      octets(gap, (byte) => `0x${byte}`),
    ]),
  ),
  "hexadecimal with \\x": octets("", (byte) => `\\x${byte}`),
};

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

test.each(["\\", "%25", "%", "&amp;", "&#", "\\u005c", "ab ", "\n"])(
  "R56 (part): a text that keeps beginning like an escape is read to its end: %j",
  (part) => {
    const text = part.repeat(4_000);
    const needles = needlesOf(["\\\\\\\\\\x", "%%%%%%%%x", "&&&&&&&&&x", KEY].map(secret));
    expect(hide(text, needles)).toBe(text);
  },
);

test.each(["a1", "😀😀😀😀"])("what is too short to tell is not looked for: %s", (short) => {
  expect(hide(`${short} and ${short}`, needlesOf([secret(short)]))).toBe(`${short} and ${short}`);
});
