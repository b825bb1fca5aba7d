/** How each SQL dialect quotes, comments and counts: what a token is, by which the check of query
 *  texts sees the same words as the server.
 *  G1. What servers may read in two ways is odd, and no reading has it. */
import type { Dialect } from "./connections.ts";
import {
  SPARK_FORBIDDEN,
  SPARK_FUNCTIONS,
  SPARK_MODELS,
  SQLITE_FORBIDDEN,
  SQLITE_FUNCTIONS,
  TSQL_FORBIDDEN,
} from "./sql-words.ts";

export type Grammar = {
  /** What stands at a place outside of comments. An opening mark alone is one without an end. */
  readonly token: RegExp;
  /** A quoted name, and within it the name. */
  readonly quotedName: RegExp;
  readonly unended: ReadonlySet<string>;
  readonly nestsComments: boolean;
  /** Whether what begins with a plus sign is no comment: its words are hints. */
  readonly hasHints: boolean;
  readonly forbidden: ReadonlySet<string>;
  /** Two words, one behind the other. */
  readonly pairs: ReadonlySet<string>;
  /** What reaches outside: by its name, or by how its name begins. */
  readonly functions: ReadonlySet<string>;
  readonly functionPrefix: string | null;
};

const BLANK = "\\s+";
const COMMENT = "--[^\\n]*|/\\*";
const DOUBLED_SINGLE = "'(?:[^']|'')*'";
const DOUBLED_DOUBLE = '"(?:[^"]|"")*"';
const BACKTICKED = "`(?:[^`]|``)*`";
/** A number that no letter follows, or else an odd one: servers end `1eexec` where they like. */
const NUMBER =
  "(?:0x[0-9a-f]*|(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?)(?![\\p{L}\\p{N}_.])" +
  "|(?<odd>\\.?\\d[\\p{L}\\p{N}_.]*)";

const tokens = (...kinds: readonly string[]): RegExp =>
  new RegExp([BLANK, COMMENT, ...kinds, "."].join("|"), "suyi");

const TSQL: Grammar = {
  token: tokens(
    DOUBLED_SINGLE,
    DOUBLED_DOUBLE,
    "\\[(?:[^\\]]|\\]\\])*\\]",
    NUMBER,
    "[\\p{L}_@#][\\p{L}\\p{Nd}_@#$]*",
  ),
  quotedName: /^[["](.*)[\]"]$/s,
  unended: new Set(["'", '"', "["]),
  nestsComments: true,
  hasHints: false,
  forbidden: TSQL_FORBIDDEN,
  // It takes a number that nobody else gets.
  pairs: new Set(["next value"]),
  functions: new Set(),
  functionPrefix: null,
};

/** A backslash takes the next letter out of a text, but not out of a raw one. */
const SPARK: Grammar = {
  token: tokens(
    "r'[^']*'",
    'r"[^"]*"',
    "'(?:[^'\\\\]|\\\\.)*'",
    '"(?:[^"\\\\]|\\\\.)*"',
    BACKTICKED,
    // A name may begin with a digit.
    ":?[\\p{L}\\p{N}\\p{M}_]+",
  ),
  quotedName: /^`(.*)`$/s,
  // A dollar sign begins a text that only some versions know, or a variable.
  unended: new Set(["'", '"', "`", "$"]),
  nestsComments: true,
  hasHints: true,
  forbidden: SPARK_FORBIDDEN,
  pairs: new Set(),
  functions: SPARK_FUNCTIONS,
  functionPrefix: SPARK_MODELS,
};

const SQLITE: Grammar = {
  token: tokens(
    DOUBLED_SINGLE,
    DOUBLED_DOUBLE,
    BACKTICKED,
    "\\[[^\\]]*\\]",
    NUMBER,
    "[@#:$]?[\\p{L}\\p{N}\\p{M}_$]+",
  ),
  quotedName: /^["`[](.*)["`\]]$/s,
  unended: new Set(["'", '"', "`", "["]),
  nestsComments: false,
  hasHints: false,
  forbidden: SQLITE_FORBIDDEN,
  pairs: new Set(),
  functions: SQLITE_FUNCTIONS,
  functionPrefix: null,
};

export const GRAMMARS: Readonly<Record<Dialect, Grammar>> = {
  "azure-sql": TSQL,
  dataverse: TSQL,
  databricks: SPARK,
  sqlite: SQLITE,
};
