/** The tree of commands. It only declares: what a command does is imported when it runs, so that
 *  `--help` and completion load none of the runbook language. */
import { Command, Option } from "commander";
import { declareMeta } from "./commands/meta/declare.ts";
import { declareRunbook } from "./commands/runbook/declare.ts";
import type { Perform } from "./context.ts";
import { examples } from "./examples.ts";
import { COLOUR_CHOICES, paint } from "./output/colour.ts";

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
    .description("Write, check and look at the runbooks that move people between tenants.")
    .version(surface.version, "-V, --version", "print the version")
    .addOption(
      new Option("--color <when>", "colour the output").choices(COLOUR_CHOICES).default("auto"),
    )
    .option("-q, --quiet", "print data and errors, no summaries and no hints")
    .option("--debug", "print the stack trace of an error")
    .helpOption("-h, --help", "print help for the command")
    .helpCommand(false)
    .exitOverride();
  inject(program, surface);
  program.addHelpText(
    "after",
    examples([
      ["drover runbook new mailbox-move", "start a runbook from a commented template"],
      ["drover runbook validate runbooks/", "check every runbook of a folder"],
      ["drover help exit-codes", "what the exit codes mean"],
    ]),
  );
  declareRunbook(program, surface.perform);
  declareMeta(program, surface.perform);
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
        : { getOutHelpWidth: () => columns, getErrHelpWidth: () => columns }),
      getOutHasColors: () => colour("stdout"),
      getErrHasColors: () => colour("stderr"),
    })
    .configureHelp({ showGlobalOptions: true, styleTitle: strong });
}
