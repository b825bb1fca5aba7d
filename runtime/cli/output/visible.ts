/** Makes text from outside safe to show (R57). A terminal obeys control characters, so a file
 *  name or a cell could move the cursor, recolour the screen or forge a line; here they become
 *  visible escapes. Direction marks are included: they reorder what a reader sees. */

const LINE_BREAKS_AND_TABS = new Set(["\n", "\t"]);

/** Controls C0 and C1, DEL, line and paragraph separators, bidirectional marks, the byte order
 *  mark, and halves of surrogate pairs. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

const escaped = (char: string): string => {
  const code = char.charCodeAt(0);
  return code <= 0xff
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
};

/** One line: line breaks and tabs are escaped too. */
export const visibleLine = (text: string): string => text.replace(UNSAFE, escaped);

/** Several lines: line breaks and tabs stay. */
export const visibleText = (text: string): string =>
  text.replace(UNSAFE, (char) => (LINE_BREAKS_AND_TABS.has(char) ? char : escaped(char)));

/** JSON text stays JSON and means the same: inside its strings every unsafe character becomes
 *  a \u escape; the line breaks between its tokens stay. */
export const visibleJson = (json: string): string =>
  json.replace(UNSAFE, (char) =>
    char === "\n" ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
