/** Declares the commands about the command line itself: version, help, completion. */
import { Argument, type Command } from "commander";
import type { Perform } from "../../context.ts";
import { examples } from "../../examples.ts";
import { outputOptions } from "../../output/options.ts";
import { SHELLS, type Shell } from "../completion/shells.ts";
import type { VersionOptions } from "./version.ts";

export function declareMeta(program: Command, perform: Perform): void {
  declareCompletion(program, perform);
  declareVersion(program, perform);
  declareHelp(program, perform);
}

function declareCompletion(program: Command, perform: Perform): void {
  program
    .command("completion")
    .description("print the script that makes a shell complete drover's words")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .addHelpText(
      "after",
      examples([
        ['eval "$(drover completion bash)"', "bash: add this line to ~/.bashrc"],
        ["drover completion zsh > $fpath[1]/_drover", "zsh: run once, then start a new shell"],
        ["drover completion fish > ~/.config/fish/completions/drover.fish", "fish: run once"],
        [
          "drover completion pwsh | Out-String | Invoke-Expression",
          "PowerShell: add this line to $PROFILE",
        ],
      ]),
    )
    .action((shell: Shell) =>
      perform(async (context) => {
        const { printCompletion } = await import("../completion/print-script.ts");
        return printCompletion(context, shell);
      }),
    );
}

function declareVersion(program: Command, perform: Perform): void {
  outputOptions(program.command("version").description("print the versions of drover and Node"), [
    "text",
    "json",
  ])
    .addHelpText(
      "after",
      examples([
        ["drover version", "for people"],
        ["drover version -o json | jq -r .version", "for scripts"],
      ]),
    )
    .action((options: VersionOptions) =>
      perform(async (context) => {
        const { printVersion } = await import("./version.ts");
        return printVersion(context, options);
      }),
    );
}

function declareHelp(program: Command, perform: Perform): void {
  program
    .command("help")
    .description("print help for a command, or on a topic: exit-codes, errors")
    .argument("[command...]", "a command or a topic")
    .addHelpText(
      "after",
      examples([
        ["drover help runbook validate", "the same as drover runbook validate --help"],
        ["drover help exit-codes", "what the exit codes mean"],
        ["drover help errors", "what the error codes mean"],
      ]),
    )
    .action((topic: string[]) =>
      perform(async (context) => {
        const { printHelp } = await import("./help.ts");
        return printHelp(context, program, topic);
      }),
    );
}
