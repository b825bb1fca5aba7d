/** Declares the command tables to commander. */
import { Argument, type Command, Option } from "commander";
import type { Context, Perform } from "../context.ts";
import { examples } from "../examples.ts";
import { outputOptions } from "../output/options.ts";
import type { CommandSpec, FlagSpec, NounSpec } from "./command-spec.ts";

export function declareNoun(program: Command, noun: NounSpec, perform: Perform): void {
  const command = program
    .command(noun.name)
    .helpCommand(false)
    .description(noun.about)
    .aliases([...(noun.aliases ?? [])])
    .addHelpText("after", examples(noun.examples));
  for (const verb of noun.verbs) declareCommand(command, verb, perform, program);
}

export function declareCommand(
  parent: Command,
  spec: CommandSpec,
  perform: Perform,
  program: Command = parent,
): void {
  const command = parent.command(spec.name).description(spec.about);
  for (const { name, about, choices } of spec.arguments ?? []) {
    const argument = new Argument(name, about);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  if (spec.forms !== undefined) outputOptions(command, spec.forms);
  for (const flag of spec.flags ?? []) command.addOption(optionOf(flag));
  command
    .addHelpText("after", examples(spec.examples))
    // commander hands over the arguments, then the flags, then the command itself.
    .action((...words: unknown[]) => perform((context) => act(context, words.slice(0, -1))));
  const act = async (context: Context, words: readonly unknown[]) =>
    (await spec.load(program))(context, ...(words as never[]));
}

function optionOf(flag: FlagSpec): Option {
  const option = new Option(flag.flags, flag.about);
  if (flag.choices !== undefined) option.choices(flag.choices);
  if (flag.read !== undefined) option.argParser(flag.read);
  if (flag.default !== undefined) option.default(flag.default);
  if (flag.conflicts !== undefined) option.conflicts([...flag.conflicts]);
  return option.makeOptionMandatory(flag.required === true);
}
