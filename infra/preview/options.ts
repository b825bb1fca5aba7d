/** The words after `npm run preview --`. */
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";

export type Format = "text" | "json" | "markdown";

export type Options = {
  readonly stack: string;
  /** A git ref to compare with; null plans without comparing. */
  readonly against: string | null;
  readonly format: Format;
};

export const USAGE = `Usage:
  npm run -s preview -- --stack dev|prod [--against GIT_REF] [--json|--markdown]

Plans a stack offline with the real program and the real policy pack.
  --stack     the stack to plan: Pulumi.<stack>.yaml
  --against   also plan this commit, branch or tag, and show what differs
  --json      the report as JSON
  --markdown  the report as a pull request shows it
Exit code: 0 in order, 1 refused (a policy or the rights are violated), 2 not used as above.
`;

const FLAGS = {
  stack: { type: "string" },
  against: { type: "string" },
  json: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
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

export function parseOptions(args: readonly string[]): Result<Options, string> {
  const values = words(args);
  if (!values.ok) return values;
  const { stack, against, json, markdown } = values.value;
  if (stack === undefined || stack === "") return fail("say which stack: --stack dev");
  if (against === "") return fail("--against needs a commit, branch or tag");
  if (json && markdown) return fail("choose one of --json and --markdown");
  const format = json ? "json" : markdown ? "markdown" : "text";
  return ok({ stack, against: against ?? null, format });
}
