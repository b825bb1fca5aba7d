/** The flags that choose a form of output: `-o` with the forms a command has, and `--json`. */
import { type Command, Option } from "commander";

export function outputOptions<Form extends string>(
  command: Command,
  forms: readonly [Form, ...Form[]],
): Command {
  const [first] = forms;
  return (
    command
      .addOption(new Option("-o, --output <form>", "how to print").choices(forms).default(first))
      .addOption(new Option("--json", "the same as -o json").conflicts("output"))
      // Not `implies`: commander would count the implied value as the contradicting flag.
      .hook("preAction", () => {
        if (command.getOptionValue("json") === true) command.setOptionValue("output", "json");
      })
  );
}
