/** Keeps a spreadsheet from running what it opens (R55). A text that it would take for a formula
 *  (`=`, `+`, `-`, `@`, their full-width forms, a tab or a carriage return in front) gets an
 *  apostrophe, which spreadsheets hide. Texts that already look guarded get one more, so taking
 *  one away always gives back the text as it was. */

const GUARDED = /^'+\s*[=+\-@\t\r＝＋－＠]/;
const TO_GUARD = /^'*\s*[=+\-@\t\r＝＋－＠]/;

export const guardText = (text: string): string => (TO_GUARD.test(text) ? `'${text}` : text);

export const unguardText = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
