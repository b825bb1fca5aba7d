/** `drover __complete`: the candidates for the last of the words, one a line. Never fails: when
 *  there is nothing to offer, it offers nothing. */
import type { Command } from "commander";
import { ok } from "../../../contract/result.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { HELP_TOPICS } from "../meta/help.ts";
import type { Candidate } from "./candidate.ts";
import { fileCandidates } from "./file-candidates.ts";
import type { LiveKind } from "./live-candidates.ts";
import { type Expected, readWords, type ValueSlot } from "./read-words.ts";

export async function complete(
  context: Context,
  program: Command,
  words: readonly string[],
): Promise<CommandResult> {
  const { expected, current } = readWords(program, words);
  const candidates = expected === null ? [] : await offered(context, program, expected, current);
  for (const { value, description } of candidates)
    if (value.startsWith(current))
      context.out(`${leadOf(expected)}${value}${description === "" ? "" : `\t${description}`}\n`);
  return ok(EXIT.ok);
}

const leadOf = (expected: Expected | null): string =>
  expected?.kind === "value" ? expected.lead : "";

async function offered(
  context: Context,
  program: Command,
  expected: Expected,
  current: string,
): Promise<readonly Candidate[]> {
  switch (expected.kind) {
    case "flag":
      return flags(expected.command);
    case "command":
      return commands(expected.command);
    case "value":
      return expected.of.choices?.map(plain) ?? values(context, program, expected.of, current);
  }
}

const plain = (value: string): Candidate => ({ value, description: "" });

/** By the name that help gives the value. */
async function values(
  context: Context,
  program: Command,
  slot: ValueSlot,
  current: string,
): Promise<readonly Candidate[]> {
  switch (slot.name) {
    case "runbook":
    case "runbooks":
      return (await fileCandidates(context, current, /\.ya?ml$/i)).map(plain);
    case "csv":
      return (await fileCandidates(context, current, /\.csv$/i)).map(plain);
    case "file":
      return (await fileCandidates(context, current, /./)).map(plain);
    case "command":
      return [...commands(program), ...HELP_TOPICS.map(plain)];
    case "topic":
      return topics();
    case "batch":
    case "runbook-name":
    case "incident":
      return live(context, slot.name);
    default:
      return [];
  }
}

/** Lazy, because most completions ask nobody. */
async function live(context: Context, kind: LiveKind): Promise<readonly Candidate[]> {
  const { liveCandidates } = await import("./live-candidates.ts");
  return liveCandidates(context, kind);
}

async function topics(): Promise<readonly Candidate[]> {
  const { explainTopics } = await import("../../../runbook/explain.ts");
  const { TABLE_CODES } = await import("../../../csv/table-codes.ts");
  return [...explainTopics(), ...Object.keys(TABLE_CODES)].map(plain);
}

const commands = (command: Command): readonly Candidate[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((child) => ({ value: child.name(), description: child.description() }));

function flags(command: Command): readonly Candidate[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(
    ({ long, description }) => (long == null ? [] : [{ value: long, description }]),
  );
}
