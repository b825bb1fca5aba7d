/** What is looked for when a secret is hidden by its value: the secret itself, and what it becomes
 *  in hexadecimal, in base64 and in base64 of base64, from bytes of UTF-8 and UTF-16. Escapes are
 *  not here: they are undone in the text.
 *  - In base64 a secret begins at one of three places in a group of bytes; only the letters that
 *    depend on nothing else are looked for.
 *  - What is long is looked for in windows that overlap, so that a part is found, too; in the rarer
 *    encodings it is looked for at fewer places. */
import type { Secret } from "./secret.ts";

/** What is shorter occurs by accident, and cannot be kept secret by hiding it. */
const CHARS_MIN = 8;
const WINDOW_CHARS = 48;
/** The whole run of letters goes with any window in it, so a few of them do. */
const RARE_STEP_CHARS = 4 * WINDOW_CHARS;
/** More than the first letters by which a needle is found. */
const LATER_CHARS = 8;

/** `text`: as it is. `lines`: without its blanks, which may stand anywhere. The others are letters
 *  of an encoding. */
export type NeedleKind = "text" | "lines" | "base64" | "hex";

/** The code points from one place to another of a form, as `foldCode` makes them. */
export type Needle = {
  readonly kind: NeedleKind;
  readonly codes: readonly number[];
  readonly from: number;
  readonly to: number;
};

/** Both alphabets of base64 are one, and so are both cases of hexadecimal. */
export function foldCode(code: number, kind: NeedleKind): number {
  if (kind === "hex") return code >= 65 && code <= 70 ? code + 32 : code;
  if (kind !== "base64") return code;
  return code === 45 ? 43 : code === 95 ? 47 : code;
}

export function needlesIn(secret: Secret): readonly Needle[] {
  const value = secret.reveal().toWellFormed();
  if (value.length < CHARS_MIN) return [];
  const joined = value.replaceAll(/\s+/g, "");
  const hasLines = /[\r\n]/.test(value) && joined.length >= CHARS_MIN;
  const escaped = [JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  return [
    ...windows("text", value),
    ...(hasLines ? windows("lines", joined) : []),
    ...encoded(value),
    ...(hasLines ? encoded(joined) : []),
    ...escaped.filter((text) => text !== value).flatMap((text) => inBytes(Buffer.from(text))),
  ];
}

function encoded(value: string): readonly Needle[] {
  const bytes = Buffer.from(value);
  const once = (["base64", "base64url"] as const).flatMap((name) => base64(bytes, name));
  const twice = [...new Set(once)].flatMap((letters) => base64(Buffer.from(letters), "base64"));
  const rare = [...base64(Buffer.from(value, "utf16le"), "base64"), ...twice];
  return [
    ...inBytes(bytes),
    ...rare.flatMap((letters) => windows("base64", letters, RARE_STEP_CHARS)),
  ];
}

const inBytes = (bytes: Buffer): readonly Needle[] => [
  ...windows("hex", bytes.toString("hex"), WINDOW_CHARS),
  ...base64(bytes, "base64").flatMap((letters) => windows("base64", letters)),
];

/** Only the letters that depend on nothing but these bytes, behind none, one or two others. */
const base64 = (bytes: Buffer, name: "base64" | "base64url"): readonly string[] =>
  [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    return padded.toString(name).slice(from, Math.floor((padded.length * 8) / 6));
  });

/** Blanks among the first letters of a window hide it: what no other would find is looked for from
 *  a second place. */
function windows(kind: NeedleKind, text: string, step = WINDOW_CHARS / 2): readonly Needle[] {
  const codes: number[] = [];
  for (const char of text) codes.push(foldCode(Number(char.codePointAt(0)), kind));
  const { length } = codes;
  if (length < CHARS_MIN) return [];
  const last = Math.max(0, length - WINDOW_CHARS);
  const all: Needle[] = [];
  for (let from = 0; from < last; from += step) {
    all.push({ kind, codes, from, to: from + WINDOW_CHARS });
  }
  all.push({ kind, codes, from: last, to: length });
  const again = last === 0 ? LATER_CHARS : Math.max(0, last - LATER_CHARS);
  const isMore = (kind === "lines" || kind === "base64") && length - again >= 2 * CHARS_MIN;
  if (isMore) all.push({ kind, codes, from: again, to: length });
  return all;
}
