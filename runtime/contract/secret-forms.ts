/** Finding a secret in a text by its value, in every form in which programs write it down:
 *  plain, escaped for JSON once or twice, for URLs and forms, in hexadecimal, and in base64 at
 *  each of the three places where it can begin in a group of bytes.
 *  F1. Time grows with the text, whatever the text is: a place in it is compared with what begins
 *      alike, up to a fixed number of characters (R56).
 *  F2. A part of a secret is found too, if it is as long as one window. */
import { SECRET_MARK, type Secret } from "./secret.ts";

/** What is shorter occurs by accident, and cannot be kept secret by hiding it. */
const CHARS_MIN = 8;
const WINDOW_CHARS = 48;
const HEAD_CHARS = 8;

type Needle = { readonly text: string; readonly isEncoded: boolean };
/** Needles by their first characters. */
export type Needles = ReadonlyMap<string, readonly Needle[]>;

export function needlesOf(secrets: readonly Secret[]): Needles {
  const all = new Map<string, Map<string, Needle>>();
  for (const needle of secrets.flatMap((one) => formsOf(one.reveal())).flatMap(windows)) {
    const head = needle.text.slice(0, HEAD_CHARS);
    const alike = all.get(head) ?? new Map<string, Needle>();
    all.set(head, alike.set(needle.text, needle));
  }
  return new Map([...all].map(([head, alike]) => [head, [...alike.values()]]));
}

export function hide(text: string, needles: Needles): string {
  if (needles.size === 0) return text;
  let hidden = "";
  let from = 0;
  for (let at = 0; at + HEAD_CHARS <= text.length; at += 1) {
    const found = needleAt(text, at, needles);
    if (found === undefined) continue;
    const start = found.isEncoded ? runStart(text, at, from) : at;
    let end = at + found.text.length;
    // Windows overlap, so that of a long secret nothing shows between them.
    for (let next = at + 1; next < end; next += 1) {
      const overlapping = needleAt(text, next, needles);
      if (overlapping !== undefined) end = Math.max(end, next + overlapping.text.length);
    }
    if (found.isEncoded) end = runEnd(text, end);
    const joins = start === from && hidden.endsWith(SECRET_MARK);
    hidden += joins ? "" : text.slice(from, start) + SECRET_MARK;
    from = end;
    at = end - 1;
  }
  return hidden + text.slice(from);
}

function needleAt(text: string, at: number, needles: Needles): Needle | undefined {
  const alike = needles.get(text.slice(at, at + HEAD_CHARS));
  return alike?.find((needle) => text.startsWith(needle.text, at));
}

/** The first and last letters of an encoded secret also hold bits of its neighbours: the whole
 *  run goes. */
const isEncodedLetter = (char: string): boolean => /^[A-Za-z0-9+/_-]$/.test(char);

function runStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && isEncodedLetter(text.charAt(start - 1))) start -= 1;
  return start;
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isEncodedLetter(text.charAt(end))) end += 1;
  return end;
}

function formsOf(value: string): readonly Needle[] {
  if (value.length < CHARS_MIN) return [];
  const wellFormed = value.toWellFormed();
  const json = JSON.stringify(wellFormed).slice(1, -1);
  const url = encodeURIComponent(wellFormed);
  const form = new URLSearchParams([["", wellFormed]]).toString().slice(1);
  const plain = [value, json, JSON.stringify(json).slice(1, -1), url, lowerEscapes(url), form];
  const bytes = Buffer.from(wellFormed);
  const hex = bytes.toString("hex");
  const encoded = [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((offset) => base64(bytes, offset))];
  return [
    ...plain.map((text) => ({ text, isEncoded: false })),
    ...encoded.map((text) => ({ text, isEncoded: true })),
  ].filter(({ text }) => text.length >= HEAD_CHARS);
}

const lowerEscapes = (url: string): string =>
  url.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

/** Only the letters that depend on nothing but the secret, when `offset` bytes stand before it. */
function base64(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor((padded.length * 8) / 6);
  return (["base64", "base64url"] as const).map((name) => padded.toString(name).slice(from, to));
}

function windows({ text, isEncoded }: Needle): readonly Needle[] {
  if (text.length <= WINDOW_CHARS) return [{ text, isEncoded }];
  const step = WINDOW_CHARS / 2;
  const count = Math.ceil((text.length - WINDOW_CHARS) / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.min(index * step, text.length - WINDOW_CHARS);
    return { text: text.slice(from, from + WINDOW_CHARS), isEncoded };
  });
}
