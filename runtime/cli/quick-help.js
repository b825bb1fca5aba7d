/** `drover --help` without its program: an older Node need not hand over for a text that is known
 *  beforehand. The text is generated (`npm run docs`) for terminals of the usual width; narrower
 *  ones, and all other words, are the program's own matter. Plain JavaScript that Node 18 can
 *  read. */
import { stripVTControlCharacters } from "node:util";
import { wantsColour } from "./settle-colour.js";

/** Help is never wider: lines across a whole screen are hard to read. */
export const HELP_COLUMNS = 80;

/** @param {{ argv: readonly string[], env: NodeJS.ProcessEnv, isTty: boolean,
 *    columns: number | null, read: () => string }} start `read`: the generated file
 *  @returns {string | null} */
export function quickHelp({ argv, env, isTty, columns, read }) {
  const isHelp = argv.length === 0 || (argv.length === 1 && /^(?:-h|--help)$/.test(argv[0] ?? ""));
  if (!isHelp || (columns !== null && columns < HELP_COLUMNS)) return null;
  const { text } = JSON.parse(read());
  return wantsColour({ choice: "auto", env, isTty }) ? text : stripVTControlCharacters(text);
}
