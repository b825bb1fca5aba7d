import { describe, expect, test } from "@jest/globals";
import { buildProgram } from "../../../../runtime/cli/program.ts";
import { LONE_COMMANDS, NOUNS } from "../../../../runtime/cli/table/commands.ts";
import { ROUTES } from "../../../../runtime/contract/http/routes.ts";
import { drover } from "../drover-in-process.ts";

const program = buildProgram({
  out: () => {},
  err: () => {},
  columns: null,
  colour: () => false,
  version: "1.2.3",
  perform: async () => {},
});

const VERBS = NOUNS.flatMap(({ name, verbs }) =>
  verbs.map((verb) => ({ words: `${name} ${verb.name}`, spec: verb })),
);
const COMMANDS = [...VERBS, ...LONE_COMMANDS.map((spec) => ({ words: spec.name, spec }))];
const WORDS = COMMANDS.map(({ words }) => words);

const verbsOf = (noun: string, verbs: string): readonly string[] =>
  verbs.split("|").map((verb) => `${noun} ${verb}`);

describe("the command table", () => {
  test.each([
    ["M-107: runbooks", verbsOf("runbook", "publish|list|get|versions|delete")],
    ["M-108: automation", verbsOf("automation", "status|enable|disable")],
    ["M-109: sources", ["query preview", "template download"]],
    [
      "M-110: batches",
      verbsOf(
        "batch",
        "list|get|create|advance|cancel|members|add-members|remove-member|phases|steps",
      ),
    ],
    [
      "M-111: signing in and configuration",
      [...verbsOf("auth", "login|status"), ...verbsOf("config", "show|set|path")],
    ],
  ])("%s have the nouns and verbs of the contract", (_what, words) => {
    expect(WORDS).toEqual(expect.arrayContaining([...words]));
  });

  test("M-114: every route of the API is called by a command", () => {
    const called = new Set<string>(COMMANDS.flatMap(({ spec }) => spec.routes ?? []));
    expect(Object.keys(ROUTES).filter((route) => !called.has(route))).toEqual([]);
  });

  test("no two commands have the same words", () => {
    expect(new Set(WORDS).size).toBe(WORDS.length);
  });

  test("no command has a flag that drover itself would take away", () => {
    const taken = program.options.map(({ long }) => long);
    const flags = COMMANDS.flatMap(({ words, spec }) =>
      (spec.flags ?? []).map((flag) => [words, /--[a-z-]+/.exec(flag.flags)?.[0] ?? ""] as const),
    );
    expect(flags.filter(([, flag]) => taken.includes(flag))).toEqual([]);
  });

  const EXAMPLES = [
    ...NOUNS.map(({ name, examples }) => ({ words: name, examples })),
    ...COMMANDS.map(({ words, spec }) => ({ words, examples: spec.examples })),
  ].flatMap(({ words, examples }) => examples.map(([line]) => [words, line] as const));

  test.each(EXAMPLES)("the example of `%s` can be typed: %s", (_words, line) => {
    for (const typed of commandsIn(line)) expect(mistakeIn(typed)).toBeNull();
  });

  test.each(COMMANDS.map(({ words }) => words))(
    "`%s` shows two examples or more",
    async (words) => {
      const { status, stdout, stderr } = await drover([...words.split(" "), "--help"]);
      expect([status, stderr]).toEqual([0, ""]);
      const [, examples = ""] = stdout.split("\nExamples:\n");
      expect(examples.match(/^ {2}\$ .*drover /gm)?.length).toBeGreaterThanOrEqual(2);
    },
  );

  test.each(COMMANDS.map(({ words, spec }) => [words, spec] as const))(
    "`%s` leads to something that runs",
    async (_words, { load }) => {
      expect(await load(program)).toBeInstanceOf(Function);
    },
  );
});

/** The words after each `drover` in a line of shell, up to a pipe, a redirection or an `&&`. */
function commandsIn(line: string): readonly (readonly string[])[] {
  return line
    .split(/\||&&|>|<(?!\w)|"\$\(|\)"/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith("drover "))
    .map((part) => (part.match(/'[^']*'|\S+/g) ?? []).slice(1));
}

/** Null when the words name a command that knows all the flags. */
function mistakeIn(words: readonly string[]): string | null {
  let command = program;
  for (const word of words) {
    const child = command.commands.find((each) => each.name() === word);
    if (child === undefined) break;
    command = child;
  }
  if (command === program || command.commands.length > 0) return `no command: ${words.join(" ")}`;
  const known = [...command.options, ...program.options].flatMap(({ long, short }) => [
    long,
    short,
  ]);
  const flags = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split("=")[0]);
  return flags.find((flag) => !known.includes(flag)) ?? null;
}
