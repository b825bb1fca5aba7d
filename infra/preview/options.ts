/** The words after `npm run preview --`. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";

export type Format = "text" | "json" | "markdown" | "svg" | "levels";

export type Options = {
  readonly stack: string;
  /** A git ref to compare with; null plans without comparing. */
  readonly against: string | null;
  readonly format: Format;
};

export const USAGE = `Usage:
  npm run -s preview -- --stack dev|prod [--against GIT_REF] [--json|--markdown|--svg]
  npm run -s preview -- --stack dev|prod --levels

Plans a stack offline with the real program and the real policy pack: what would be built, what
changes, what policy says, who may then do what, who reaches what, and what it costs.
  --stack     the stack to plan: Pulumi.<stack>.yaml
  --against   also plan this commit, branch or tag, and show what differs
  --json      one JSON object a line: each fact, and the summary last
  --markdown  the report as a pull request shows it
  --svg       a diagram of the estate: who reaches what, and how
  --levels    no plan: the levels of the policies, as --policy-pack-config of Pulumi's CLI

Examples:
  npm run -s preview -- --stack dev
  npm run -s preview -- --stack prod --against main --markdown
  npm run -s preview -- --stack prod --json | tail -n 1

Exit code: 0 in order, 1 the program or the pack does not run, 2 not used as above,
  6 refused: a rule, the rights or the network say no. Progress is told on stderr.
`;

const FLAGS = {
  stack: { type: "string" },
  against: { type: "string" },
  json: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  svg: { type: "boolean", default: false },
  levels: { type: "boolean", default: false },
} as const;

/** What parseArgs throws about a word that it does not know; its text names the word. */
const isComplaint = (error: unknown): error is Error & { readonly code: string } =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  String(error.code).startsWith("ERR_PARSE_ARGS_");

function words(args: readonly string[]): Result<ReturnType<typeof read>, string> {
  try {
    return ok(read(args));
  } catch (error) {
    if (isComplaint(error)) return fail(error.message);
    throw error;
  }
}

const read = (args: readonly string[]) => parseArgs({ args: [...args], options: FLAGS }).values;

const FORMATS = ["json", "markdown", "svg", "levels"] as const;

export function parseOptions(args: readonly string[]): Result<Options, string> {
  const values = words(args);
  if (!values.ok) return values;
  const { stack, against } = values.value;
  if (stack === undefined || stack === "") return fail("say which stack: --stack dev");
  if (against === "") return fail("--against needs a commit, branch or tag");
  const [format = "text", another] = FORMATS.filter((name) => values.value[name]);
  if (another !== undefined) return fail("choose one of --json, --markdown, --svg and --levels");
  return ok({ stack, against: against ?? null, format });
}
