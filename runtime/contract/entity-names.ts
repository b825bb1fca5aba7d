/** Names of characters in HTML: those of ASCII, and the others up to 255 in their order. */
const ASCII: readonly (readonly [name: string, char: string])[] = [
  ["Tab", "\t"],
  ["NewLine", "\n"],
  ["excl", "!"],
  ["quot", '"'],
  ["QUOT", '"'],
  ["num", "#"],
  ["dollar", "$"],
  ["percnt", "%"],
  ["amp", "&"],
  ["AMP", "&"],
  ["apos", "'"],
  ["lpar", "("],
  ["rpar", ")"],
  ["ast", "*"],
  ["midast", "*"],
  ["plus", "+"],
  ["comma", ","],
  ["period", "."],
  ["sol", "/"],
  ["colon", ":"],
  ["semi", ";"],
  ["lt", "<"],
  ["LT", "<"],
  ["equals", "="],
  ["gt", ">"],
  ["GT", ">"],
  ["quest", "?"],
  ["commat", "@"],
  ["lsqb", "["],
  ["lbrack", "["],
  ["bsol", "\\"],
  ["rsqb", "]"],
  ["rbrack", "]"],
  ["Hat", "^"],
  ["lowbar", "_"],
  ["UnderBar", "_"],
  ["grave", "`"],
  ["lcub", "{"],
  ["lbrace", "{"],
  ["verbar", "|"],
  ["vert", "|"],
  ["rcub", "}"],
  ["rbrace", "}"],
];

const LATIN_FIRST = 160;
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn " +
  "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave " +
  "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN " +
  "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave " +
  "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute " +
  "ucirc uuml yacute thorn yuml";

export const ENTITY_CODES: ReadonlyMap<string, number> = new Map([
  ...ASCII.map(([name, char]) => [name, char.charCodeAt(0)] as const),
  ...LATIN.split(" ").map((name, at) => [name, LATIN_FIRST + at] as const),
]);
