/** How programs write a text down, said without asking the code that finds it. */
import { inspect } from "node:util";

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
export const json: Write = (text) => JSON.stringify(text).slice(1, -1);
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
const utf16 =
  (to: "hex" | "base64", isHighFirst: boolean): Write =>
  (text) => {
    const buffer = Buffer.from(text, "utf16le");
    return (isHighFirst ? buffer.swap16() : buffer).toString(to);
  };
const octal: Write = (text) =>
  Array.from(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
const equals: Write = (byte) => `=${byte.toUpperCase()}`;
/** What is no plain letter by its bytes, in lines of twenty letters. */
const mail: Write = (text) =>
  Array.from(text, (char) => (/[ -<>-~]/.test(char) ? char : octets("", equals)(char)))
    .map((char, at) => (at % 20 === 19 ? `${char}=\r\n` : char))
    .join("");
const numbers =
  (write: (list: readonly number[]) => string): Write =>
  (text) =>
    write([...Buffer.from(text)]).replaceAll(/^[\s[]+|[\s\]]+$/g, "");
export const FORMS: Readonly<Record<string, Write>> = {
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
  "hexadecimal with signs in a URL": then(octets(":"), url),
  "hexadecimal with 0x in a URL": then(octets(", 0x"), url),
  "hexadecimal in lines in JSON": then(octets("\n"), json),
  "hexadecimal with \\x": octets("", (byte) => `\\x${byte}`),
  "hexadecimal of UTF-16": utf16("hex", false),
  "hexadecimal of UTF-16, high bytes first": utf16("hex", true),
  "hexadecimal of UTF-16 with blanks": (text) =>
    utf16("hex", false)(text).replaceAll(/..(?!$)/g, "$& "),
  "base64 of UTF-16, high bytes first": utf16("base64", true),
  "hexadecimal of base64": then(base64, octets("")),
  "capital hexadecimal of base64url": (text) =>
    octets("")(bytes("utf8", "base64url", "ab")(text)).toUpperCase(),
  "base64 of hexadecimal": then(octets(""), base64),
  "base64 of capital hexadecimal": (text) => base64(octets("")(text).toUpperCase()),
  "base64 of a form": then(form, base64),
  "hexadecimal of a form": then(form, octets("")),
  octal,
  "octal in JSON": then(octal, json),
  "quoted-printable": octets("", equals),
  "quoted-printable in lines": (text) =>
    octets("", equals)(text).replaceAll(/(?:=..){5}(?!$)/g, "$&=\r\n"),
  "a mail's text": mail,
  "a buffer in JSON": numbers(JSON.stringify),
  "a buffer in JSON in JSON": numbers((list) => json(JSON.stringify(list))),
  "a buffer in JSON in a URL": numbers((list) => url(JSON.stringify(list))),
  "a buffer in lines of JSON": numbers((list) => JSON.stringify(list, null, 2)),
  "bytes in JSON": (text) => JSON.stringify(new Uint8Array(Buffer.from(text))).slice(5, -1),
  "bytes in lines of JSON": (text) =>
    JSON.stringify(new Uint8Array(Buffer.from(text)), null, 2).slice(9, -2),
  "bytes in JSON in JSON": (text) =>
    json(JSON.stringify(new Uint8Array(Buffer.from(text)))).slice(7, -1),
  "bytes as Node prints them": (text) =>
    inspect(new Uint8Array(Buffer.from(text)), { maxArrayLength: null })
      .replace(/^[^[]*\[\s*/, "")
      .slice(0, -2),
  "bytes as Go prints them": numbers((list) => list.join(" ")),
};
