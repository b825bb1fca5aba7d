/** Cuts the text of a filter into words, in one pass. */
import { fail, ok, type Result } from "../../../contract/result.ts";

export type Token = {
  readonly kind: "word" | "quoted" | "string" | "whole" | "decimal" | "sign" | "end";
  /** Without quotes. */
  readonly text: string;
  readonly at: number;
};

export type FilterFailure = { readonly detail: string; readonly at: number };

const SIGNS = ["<>", "!=", "<=", ">=", ..."=<>+-*/%(),."];
const WORD_START = /[\p{L}_#]/u;
const WORD = /[\p{L}\p{N}_#$]/u;
const DIGIT = /[0-9]/;
const SPACE = /\s/;

/** Opening mark → closing mark, and what stands between them. */
const QUOTES: Readonly<Record<string, { readonly close: string; readonly kind: Token["kind"] }>> = {
  "'": { close: "'", kind: "string" },
  '"': { close: '"', kind: "quoted" },
  "[": { close: "]", kind: "quoted" },
};

export function tokensOf(text: string): Result<readonly Token[], FilterFailure> {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (SPACE.test(char)) at += 1;
    else {
      const token = tokenAt(text, at);
      if (!token.ok) return token;
      tokens.push(token.value.token);
      at = token.value.next;
    }
  }
  return ok([...tokens, { kind: "end", text: "the end", at }]);
}

type Cut = { readonly token: Token; readonly next: number };

function tokenAt(text: string, at: number): Result<Cut, FilterFailure> {
  const char = text.charAt(at);
  const quotes = Object.hasOwn(QUOTES, char) ? QUOTES[char] : undefined;
  if (quotes !== undefined) return quoted(text, at, quotes);
  if (WORD_START.test(char)) return ok(cut("word", text, at, endOfRun(text, at + 1, WORD)));
  if (DIGIT.test(char) || (char === "." && DIGIT.test(text.charAt(at + 1))))
    return numberAt(text, at);
  const sign = SIGNS.find((each) => text.startsWith(each, at));
  if (sign !== undefined) return ok(cut("sign", text, at, at + sign.length));
  return fail({ detail: `"${char}" has no meaning here`, at });
}

const cut = (kind: Token["kind"], text: string, at: number, next: number): Cut => ({
  token: { kind, text: text.slice(at, next), at },
  next,
});

function endOfRun(text: string, start: number, chars: RegExp): number {
  let end = start;
  while (end < text.length && chars.test(text.charAt(end))) end += 1;
  return end;
}

/** A closing mark written twice stands for itself. */
function quoted(
  text: string,
  at: number,
  { close, kind }: { readonly close: string; readonly kind: Token["kind"] },
): Result<Cut, FilterFailure> {
  let content = "";
  let from = at + 1;
  for (;;) {
    const end = text.indexOf(close, from);
    if (end === -1) return fail({ detail: `the closing ${close} is missing`, at });
    content += text.slice(from, end);
    if (text.charAt(end + 1) !== close)
      return ok({ token: { kind, text: content, at }, next: end + 1 });
    content += close;
    from = end + 2;
  }
}

function numberAt(text: string, at: number): Result<Cut, FilterFailure> {
  const whole = endOfRun(text, at, DIGIT);
  const fraction = text.charAt(whole) === "." ? endOfRun(text, whole + 1, DIGIT) : whole;
  const exponent = endOfExponent(text, fraction);
  if (WORD.test(text.charAt(exponent)))
    return fail({ detail: "a number ends before a letter begins", at: exponent });
  return ok(cut(exponent === whole ? "whole" : "decimal", text, at, exponent));
}

function endOfExponent(text: string, at: number): number {
  if (!/[eE]/.test(text.charAt(at))) return at;
  const digits = /[+-]/.test(text.charAt(at + 1)) ? at + 2 : at + 1;
  const end = endOfRun(text, digits, DIGIT);
  return end > digits ? end : at;
}
