/** The commands about the command line itself, as lines of the command table. */
import type { CommandSpec } from "../../table/command-spec.ts";
import { SHELLS } from "../completion/shells.ts";

const COMPLETION: CommandSpec = {
  name: "completion",
  about: "print the script that makes a shell complete drover's words",
  arguments: [{ name: "<shell>", about: "the shell", choices: SHELLS }],
  examples: [
    ['eval "$(drover completion bash)"', "bash: add this line to ~/.bashrc"],
    ["drover completion zsh > $fpath[1]/_drover", "zsh: run once, then start a new shell"],
    ["drover completion fish > ~/.config/fish/completions/drover.fish", "fish: run once"],
    [
      "drover completion pwsh | Out-String | Invoke-Expression",
      "PowerShell: add this line to $PROFILE",
    ],
  ],
  load: async () => (await import("../completion/print-script.ts")).printCompletion,
};

const VERSION: CommandSpec = {
  name: "version",
  about: "print the versions of drover and Node",
  forms: ["text", "json"],
  examples: [
    ["drover version", "for people"],
    ["drover version -o json | jq -r .version", "for scripts"],
  ],
  load: async () => (await import("./version.ts")).printVersion,
};

const HELP: CommandSpec = {
  name: "help",
  about: "print help for a command, or on a topic: exit-codes, errors",
  arguments: [{ name: "[command...]", about: "a command or a topic" }],
  examples: [
    ["drover help runbook validate", "the same as drover runbook validate --help"],
    ["drover help exit-codes", "what the exit codes mean"],
    ["drover help errors", "what the error codes mean"],
  ],
  load: async (program) => {
    const { printHelp } = await import("./help.ts");
    return (context, ...[topic]: [readonly string[]]) => printHelp(context, program, topic);
  },
};

export const META_COMMANDS: readonly CommandSpec[] = [COMPLETION, VERSION, HELP];
