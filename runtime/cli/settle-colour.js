/** Which of two contradicting wishes about colour is dropped. Node prints a warning of its own
 *  on stderr when it finds both; the command line has one rule, the same as in
 *  `output/colour.ts`, and says nothing about it. Plain JavaScript that Node 18 can read. */

/** The variable to take out of the environment, or null when there is no contradiction.
 *  @param {Readonly<Record<string, string | undefined>>} env
 *  @returns {"FORCE_COLOR" | "NO_COLOR" | null} */
export function droppedColourWish({ NO_COLOR, FORCE_COLOR }) {
  if (NO_COLOR === undefined || FORCE_COLOR === undefined) return null;
  return NO_COLOR === "" ? "NO_COLOR" : "FORCE_COLOR";
}
