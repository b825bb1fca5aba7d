/** How many terminal columns a text takes, and cutting it to fit. Wide East Asian characters and
 *  emoji take two columns, combining marks none; escape sequences are not expected here. */

/** Variation selectors are marks; the joiners are not. */
const ZERO = /^(?:\p{Mark}|[\u200b\u200c]|\u200d)$/u;
/** First and last code points of what terminals draw two columns wide. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

function charWidth(char: string): number {
  if (char.length === 1 && char < "\u0300") return 1;
  if (ZERO.test(char)) return 0;
  const code = char.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => first <= code && code <= last) ? 2 : 1;
}

/** The text, or its beginning and an ellipsis, in at most `columns` columns. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const char of text) {
    width += charWidth(char);
    if (width > columns - 1) break;
    kept += char;
  }
  return `${kept}…`;
}

export const padToWidth = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - textWidth(text)));
