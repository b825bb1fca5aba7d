/** `drover help`: the help of a command at any depth, and the topics that belong to none. */
import type { Command } from "commander";
import { ok } from "../../../contract/result.ts";
import { nearest } from "../../../runbook/suggest.ts";
import { ERROR_CODES, refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT, EXIT_MEANINGS } from "../../exit-codes.ts";
import { alignedTable } from "../../output/table.ts";

const TOPICS: Readonly<Record<string, (columns: number | null) => string>> = {
  "exit-codes": exitCodes,
  errors: errorCodes,
};

export const HELP_TOPICS = Object.keys(TOPICS);

export async function printHelp(
  context: Context,
  program: Command,
  words: readonly string[],
): Promise<CommandResult> {
  const [first = ""] = words;
  const topic = words.length === 1 ? TOPICS[first] : undefined;
  if (topic !== undefined) {
    context.out(topic(context.columns));
    return ok(EXIT.ok);
  }
  let command = program;
  for (const word of words) {
    const child = command.commands.find((each) => each.name() === word);
    if (child === undefined) return unknownTopic(command, words, word);
    command = child;
  }
  command.outputHelp();
  return ok(EXIT.ok);
}

function unknownTopic(command: Command, words: readonly string[], word: string): CommandResult {
  const known = [
    ...command.commands.map((each) => each.name()),
    ...(command.parent === null ? HELP_TOPICS : []),
  ];
  const guess = nearest(word, known);
  return refuse("E0101", `there is no help on '${words.join(" ")}'`, {
    next: guess === null ? `choose one of: ${known.join(", ")}` : `did you mean ${guess}?`,
  });
}

function exitCodes(columns: number | null): string {
  const rows = Object.entries(EXIT).map(([name, code]) => [
    String(code),
    EXIT_MEANINGS[name as keyof typeof EXIT],
  ]);
  return alignedTable({ headings: ["CODE", "MEANING"], rows }, columns);
}

function errorCodes(columns: number | null): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { exit, meaning }]) => [
    code,
    String(exit),
    meaning,
  ]);
  return alignedTable({ headings: ["CODE", "EXIT", "MEANING"], rows }, columns);
}
