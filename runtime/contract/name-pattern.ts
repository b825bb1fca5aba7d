/** The form of names that people choose, as patterns that travel into the JSON Schema: they use
 *  only what every regular-expression engine knows, mean the same with and without Unicode
 *  mode, and read a text in linear time. */

/** For a class: controls, and characters that show nothing or turn the direction of writing. */
export const INVISIBLE =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e" +
  "\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb";

/** What would have to be escaped in an address, a path, a shell or markup. */
const TROUBLE = "/\\\\?#%<>{}\"'`|*:";

/** A character beyond the first 65,536 is two units, unless the engine is in Unicode mode; the
 *  excluded first unit is that of the invisible tags. Half a character is none. */
const PAIR = "[\\ud800-\\udb3f\\udb41-\\udbff][\\udc00-\\udfff]";
const oneOf = (excluded: string): string =>
  `(?:[^${excluded}${TROUBLE}${INVISIBLE}\\ud800-\\udfff]|${PAIR})`;

/** Letters of any script, digits, blanks inside and most punctuation. A dot or hyphen does not
 *  come first: such a name would be a hidden file, the folder above, or a flag. */
export const RUNBOOK_NAME_PATTERN = new RegExp(
  `^${oneOf("\\s.\\-")}(?:${oneOf("")}*${oneOf("\\s")})?$`,
);
