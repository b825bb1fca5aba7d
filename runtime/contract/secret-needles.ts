/** What is looked for when a secret is hidden by its value. From 8 characters on it is found
 *  - as it is, and with its escapes undone (escapes.ts), up to three layers of them;
 *  - in hexadecimal, also byte by byte with signs or `0x` between, and in base64 of either kind,
 *    also in lines: from UTF-8 and UTF-16, and from what it is in JSON, in a URL and in a form;
 *  - in base64 of its base64 or of its hexadecimal, and in hexadecimal of its base64;
 *  - as a list of its bytes in decimal, as Node writes buffers: with commas or blanks between, or
 *    by number as in `{"0":67,"1":97}`.
 *  It is not found in base32, in three times base64, with its characters apart, in other letters
 *  than its own, compressed or encrypted.
 *  - In base64 a secret begins at one of three places in a group of bytes; only the letters that
 *    depend on nothing else are looked for.
 *  - What is long is looked for in windows that overlap, so that a part is found, too; in the rarer
 *    encodings it is looked for at fewer places. */
import type { Secret } from "./secret.ts";

/** What is shorter occurs by accident, and cannot be kept secret by hiding it. */
const CHARS_MIN = 8;
const WINDOW_CHARS = 48;
const WINDOW_BYTES = WINDOW_CHARS / 4;
/** The whole run of letters goes with any window in it, so a few of them do. */
const RARE_STEP_CHARS = 4 * WINDOW_CHARS;
/** More than the first letters by which a needle is found. */
const LATER_CHARS = 8;

/** `text`: as it is. `lines`: without its blanks, which may stand anywhere. `list`: numbers, and a
 *  comma for whatever stands between two of them. The others are letters of an encoding; of
 *  `digits` nothing stands between them, as may between those of `hex`. */
export type NeedleKind = "text" | "lines" | "list" | "base64" | "hex" | "digits";

/** The code points from one place to another of a form, as `foldCode` makes them. */
export type Needle = {
  readonly kind: NeedleKind;
  readonly codes: readonly number[];
  readonly from: number;
  readonly to: number;
};

/** Both alphabets of base64 are one, and so are both cases of hexadecimal. */
export function foldCode(code: number, kind: NeedleKind): number {
  if (kind === "hex" || kind === "digits") return code >= 65 && code <= 70 ? code + 32 : code;
  if (kind !== "base64") return code;
  return code === 45 ? 43 : code === 95 ? 47 : code;
}

export function needlesIn(secret: Secret): readonly Needle[] {
  const value = secret.reveal().toWellFormed();
  if (value.length < CHARS_MIN) return [];
  const joined = value.replaceAll(/\s+/g, "");
  const hasLines = /[\r\n]/.test(value) && joined.length >= CHARS_MIN;
  const form = new URLSearchParams({ "": value }).toString().slice(1);
  const escaped = new Set([JSON.stringify(value).slice(1, -1), encodeURIComponent(value), form]);
  return [
    ...windows("text", value),
    ...(hasLines ? windows("lines", joined) : []),
    ...encoded(value),
    ...(hasLines ? encoded(joined) : []),
    ...[...escaped].filter((text) => text !== value).flatMap((text) => inBytes(Buffer.from(text))),
  ];
}

function encoded(value: string): readonly Needle[] {
  const bytes = Buffer.from(value);
  const once = new Set((["base64", "base64url"] as const).flatMap((name) => base64(bytes, name)));
  const digits = bytes.toString("hex");
  const twice = [...once, digits, digits.toUpperCase()].map((letters) => Buffer.from(letters));
  const wide = inUtf16(value);
  const rare = [...wide, ...twice].flatMap((each) => base64(each, "base64"));
  return [
    ...inBytes(bytes),
    ...list(bytes),
    ...wide.flatMap((each) => hex(each, 2 * WINDOW_CHARS)),
    ...twice
      .slice(0, once.size)
      .flatMap((letters) => windows("digits", letters.toString("hex"), RARE_STEP_CHARS)),
    ...rare.flatMap((letters) => windows("base64", letters, RARE_STEP_CHARS)),
  ];
}

const inBytes = (bytes: Buffer): readonly Needle[] => [
  ...hex(bytes),
  ...base64(bytes, "base64").flatMap((letters) => windows("base64", letters)),
];

const hex = (bytes: Buffer, window = WINDOW_CHARS): readonly Needle[] =>
  windows("hex", bytes.toString("hex"), window, window);

/** Either byte may come first. Of most letters one of the two is nought, and then the one order has
 *  the other within it, but for the last. */
function inUtf16(value: string): readonly Buffer[] {
  const bytes = Buffer.from(value, "utf16le");
  const most = bytes.subarray(0, -1);
  return /^[\0-\xff]*$/.test(value) ? [most] : [most, Buffer.from(bytes).swap16()];
}

/** Windows of whole numbers: what is between two windows belongs to the first. */
function list(bytes: Buffer): readonly Needle[] {
  const starts: number[] = [];
  let text = "";
  for (const byte of bytes) {
    starts.push(text.length);
    text += `${byte},`;
  }
  const codes = Array.from(text.slice(0, -1), (char) => char.charCodeAt(0));
  const last = Math.max(0, bytes.length - WINDOW_BYTES);
  const needle = (at: number): Needle => {
    const to = starts[at + WINDOW_BYTES] ?? codes.length;
    // A single digit says too little to begin with.
    const begin = Math.max(
      0,
      bytes.subarray(0, at + 1).findLastIndex((byte) => byte > 9),
    );
    return { kind: "list", codes, from: Number(starts[begin]), to };
  };
  const all: Needle[] = [];
  for (let at = 0; at < last; at += WINDOW_BYTES) all.push(needle(at));
  return [...all, needle(last)];
}

/** Only the letters that depend on nothing but these bytes, behind none, one or two others. */
const base64 = (bytes: Buffer, name: "base64" | "base64url"): readonly string[] =>
  [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    return padded.toString(name).slice(from, Math.floor((padded.length * 8) / 6));
  });

/** Blanks among the first letters of a window hide it: what no other would find is looked for from
 *  a second place. */
function windows(
  kind: NeedleKind,
  text: string,
  step = WINDOW_CHARS / 2,
  window = WINDOW_CHARS,
): readonly Needle[] {
  const codes: number[] = [];
  for (const char of text) codes.push(foldCode(Number(char.codePointAt(0)), kind));
  const { length } = codes;
  if (length < CHARS_MIN) return [];
  const last = Math.max(0, length - window);
  const all: Needle[] = [];
  for (let from = 0; from < last; from += step) {
    all.push({ kind, codes, from, to: from + window });
  }
  all.push({ kind, codes, from: last, to: length });
  const again = last === 0 ? LATER_CHARS : Math.max(0, last - LATER_CHARS);
  const isMore = (kind === "lines" || kind === "base64") && length - again >= 2 * CHARS_MIN;
  if (isMore) all.push({ kind, codes, from: again, to: length });
  return all;
}
