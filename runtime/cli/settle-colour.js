/** Whether to colour: the flag decides, then NO_COLOR, FORCE_COLOR and TERM=dumb, then whether the
 *  stream is a terminal. Plain JavaScript that Node 18 can read. */

/** @param {{ choice: "auto" | "always" | "never", isTty: boolean,
 *    env: Readonly<Record<string, string | undefined>> }} facts
 *  @returns {boolean} */
export function wantsColour({ choice, env, isTty }) {
  if (choice !== "auto") return choice === "always";
  const { NO_COLOR = "", FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTty && TERM !== "dumb";
}

/** Node prints a warning of its own on stderr when it finds two contradicting wishes; the command
 *  line has one rule and says nothing about it. */

/** The variable to take out of the environment, or null when there is no contradiction.
 *  @param {Readonly<Record<string, string | undefined>>} env
 *  @returns {"FORCE_COLOR" | "NO_COLOR" | null} */
export function droppedColourWish({ NO_COLOR, FORCE_COLOR }) {
  if (NO_COLOR === undefined || FORCE_COLOR === undefined) return null;
  return NO_COLOR === "" ? "NO_COLOR" : "FORCE_COLOR";
}
