/** One line of a file as a terminal shows it, with the margin that puts a caret under a column.
 *  Long lines are cut around the column, tabs become blanks, wide characters count double, and
 *  control characters are written out, so no file can command a terminal (R57). */

export type Excerpt = {
  readonly line: string;
  /** Everything left of the caret on the next line. */
  readonly margin: string;
};

/** Characters shown left and right of the column. */
const LEFT_CHARS = 60;
const RIGHT_CHARS = 40;
const TAB = "  ";
const CUT = "…";

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** East Asian wide and full-width characters, and pictures. */
const WIDE = new RegExp(
  [
    "[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua000-\\ua4cf]",
    "[\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff60\\uffe0-\\uffe6]",
    "\\p{Emoji_Presentation}|[\\u{20000}-\\u{3fffd}]",
  ].join("|"),
  "u",
);
const COMBINING = /\p{M}/u;

/** Control and formatting characters written out: ESC is `\u{1b}`. */
export const visible = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

export function excerpt(line: string, lineNumber: number, col: number): Excerpt {
  const at = Math.min(col - 1, line.length);
  const from = Math.max(0, at - LEFT_CHARS);
  const to = Math.min(line.length, at + RIGHT_CHARS);
  const before = `${from > 0 ? CUT : ""}${show(line.slice(from, at))}`;
  const after = `${show(line.slice(at, to))}${to < line.length ? CUT : ""}`;
  const gutter = String(lineNumber).padStart(4);
  return {
    line: `${gutter} | ${before}${after}`.trimEnd(),
    margin: `${" ".repeat(gutter.length)} | ${" ".repeat(widthOf(before))}`,
  };
}

const show = (text: string): string => visible(text.replaceAll("\t", TAB));

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (COMBINING.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
