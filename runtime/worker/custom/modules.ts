/** Which files of a folder are modules that could define functions, by their names. */

const MODULE = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
/** Somebody meant these to be functions; notes and data lie beside modules by right. */
const FOREIGN = /\.(?:tsx|jsx|ps1|psm1|py|sh)$/i;

export const isModule = (file: string): boolean => MODULE.test(file) && !DECLARATION.test(file);
export const isForeign = (file: string): boolean => FOREIGN.test(file);
