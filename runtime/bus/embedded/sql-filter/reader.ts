/** Steps through the words of a filter. After the first mistake the reader stands at the end, so
 *  that every loop over words stops by itself. */
import type { FilterFailure, Token } from "./tokens.ts";

export type Reader = {
  readonly tokens: readonly Token[];
  index: number;
  depth: number;
  failure: FilterFailure | null;
};

export const isWord =
  (word: string) =>
  ({ kind, text }: Token): boolean =>
    kind === "word" && text.toLowerCase() === word;

export const isSign =
  (sign: string) =>
  ({ kind, text }: Token): boolean =>
    kind === "sign" && text === sign;

/** Steps over the next word if it is one of those; true when it did. */
export function take(reader: Reader, isIt: (token: Token) => boolean): boolean {
  const token = reader.tokens[reader.index];
  if (token === undefined || token.kind === "end" || !isIt(token)) return false;
  reader.index += 1;
  return true;
}

export function expect(reader: Reader, sign: string): void {
  const token = reader.tokens[reader.index];
  if (sign === "end" ? token?.kind === "end" : take(reader, isSign(sign))) return;
  reject(reader, sign === "end" ? "AND, OR or the end" : `"${sign}"`);
}

export function reject(reader: Reader, wanted: string): void {
  const token = reader.tokens[reader.index];
  const found = token === undefined || token.kind === "end" ? "the end" : `"${token.text}"`;
  failAt(reader, token?.at ?? 0, `${wanted} is expected, not ${found}`);
}

export function failAt(reader: Reader, at: number, detail: string): void {
  reader.failure ??= { detail, at };
  reader.index = reader.tokens.length - 1;
}
