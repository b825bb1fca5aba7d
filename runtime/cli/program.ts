/** The tree of commands. It only declares: what a command does is imported when it runs, so that
 *  `--help` and completion load none of the runbook language and nothing that signs in. */
import { Command, Option } from "commander";
import type { Perform } from "./context.ts";
import { examples } from "./examples.ts";
import { COLOUR_CHOICES, paint } from "./output/colour.ts";
import { HELP_COLUMNS } from "./quick-help.js";
import { LONE_COMMANDS, NOUNS } from "./table/commands.ts";
import { declareCommand, declareNoun } from "./table/declare.ts";

export type Surface = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly columns: number | null;
  readonly colour: (stream: "stdout" | "stderr") => boolean;
  readonly version: string;
  readonly perform: Perform;
};

export function buildProgram(surface: Surface): Command {
  const program = new Command("drover")
    .description("Write, check, run and watch the runbooks that move people between tenants.")
    .version(surface.version, "-V, --version", "print the version")
    .addOption(
      new Option("--color <when>", "colour the output").choices(COLOUR_CHOICES).default("auto"),
    )
    .option("--api-url <url>", "the Drover to talk to (default: the one on this machine)")
    .option("--data <folder>", "talk to the Drover that keeps its data in this folder")
    .option("--utc", "print times in full and in UTC, not as distances from now")
    .option("-q, --quiet", "print data and errors, no summaries and no hints")
    .option("--debug", "print the stack trace of an error")
    .helpOption("-h, --help", "print help for the command")
    .helpCommand(false)
    .exitOverride();
  inject(program, surface);
  program.addHelpText(
    "after",
    examples([
      ["drover runbook validate runbooks/", "check every runbook of a folder"],
      ["drover batch list", "what is under way"],
      ["drover batch watch 12", "follow a batch to its end"],
      ["drover help exit-codes", "what the exit codes mean"],
    ]),
  );
  for (const noun of NOUNS) declareNoun(program, noun, surface.perform);
  for (const command of LONE_COMMANDS) declareCommand(program, command, surface.perform);
  return program;
}

/** Must come before the commands are declared: they inherit it. */
function inject(program: Command, { out, err, columns, colour }: Surface): void {
  const { strong } = paint(true);
  program
    .configureOutput({
      writeOut: out,
      writeErr: err,
      // Errors are printed once, in our form, by whoever called parse.
      outputError: () => {},
      ...(columns === null
        ? {}
        : {
            getOutHelpWidth: () => Math.min(columns, HELP_COLUMNS),
            getErrHelpWidth: () => Math.min(columns, HELP_COLUMNS),
          }),
      getOutHasColors: () => colour("stdout"),
      getErrHasColors: () => colour("stderr"),
    })
    .configureHelp({ showGlobalOptions: true, styleTitle: strong });
}
