/** Declares `drover runbook …`. */
import { type Command, Option } from "commander";
import type { Perform } from "../../context.ts";
import { examples } from "../../examples.ts";
import { outputOptions } from "../../output/options.ts";
import type { ExplainOptions } from "./explain.ts";
import type { NewOptions } from "./new.ts";
import type { SchemaOptions } from "./schema.ts";
import type { ShowOptions } from "./show.ts";
import type { ValidateOptions } from "./validate.ts";

export function declareRunbook(program: Command, perform: Perform): void {
  const runbook = program
    .command("runbook")
    .helpCommand(false)
    .description("write, check and look at runbooks")
    .addHelpText(
      "after",
      examples([
        ["drover runbook new mailbox-move", "start a runbook"],
        ["drover runbook validate mailbox-move.yaml", "check it"],
        ["drover runbook show mailbox-move.yaml", "look at its phases and steps"],
      ]),
    );
  declareValidate(runbook, perform);
  declareShow(runbook, perform);
  declareNew(runbook, perform);
  declareExplain(runbook, perform);
  declareSchema(runbook, perform);
}

function declareValidate(runbook: Command, perform: Perform): void {
  const command = runbook
    .command("validate")
    .description("check runbooks and print every problem with its place")
    .argument("<runbooks...>", "files, folders (their .yaml and .yml files), or - for stdin")
    .option("--strict", "unknown keys are errors, not warnings")
    .option("--members <csv>", "also check that this CSV file has every column that is used");
  outputOptions(command, ["text", "table", "tsv", "json", "jsonl", "yaml"])
    .addOption(
      new Option("--format <format>", "how to print problems, by name of the format")
        .choices(["text", "json", "github"])
        .conflicts(["output", "json"]),
    )
    .addHelpText(
      "after",
      examples([
        ["drover runbook validate --strict runbooks/", "check a folder, unknown keys are errors"],
        ["drover runbook validate move.yaml --members wave1.csv", "check the columns of a CSV too"],
        ["drover runbook validate --format github runbooks/*.yaml", "annotate a pull request"],
        ["cat move.yaml | drover runbook validate - -o json | jq .problems", "use it in a script"],
      ]),
    )
    .action((paths: string[], options: ValidateOptions) =>
      perform(async (context) => {
        const { validateRunbooks } = await import("./validate.ts");
        return validateRunbooks(context, paths, options);
      }),
    );
}

function declareShow(runbook: Command, perform: Perform): void {
  const command = runbook
    .command("show")
    .description("draw a runbook's phases and steps as a tree, in the order they become due")
    .argument("<runbook>", "a file, or - for stdin");
  outputOptions(command, ["tree", "json", "yaml"])
    .addHelpText(
      "after",
      examples([
        ["drover runbook show move.yaml", "look at it"],
        ["drover runbook show move.yaml -o json | jq '.phases[].name'", "list its phases"],
      ]),
    )
    .action((path: string, options: ShowOptions) =>
      perform(async (context) => {
        const { showRunbook } = await import("./show.ts");
        return showRunbook(context, path, options);
      }),
    );
}

function declareNew(runbook: Command, perform: Perform): void {
  runbook
    .command("new")
    .description("write a commented runbook to start from")
    .argument("<name>", "the runbook's name")
    .option("--file <file>", "where to write it (default: <name>.yaml here)")
    .option("--force", "replace the file if it exists")
    .addHelpText(
      "after",
      examples([
        ["drover runbook new mailbox-move", "write mailbox-move.yaml here"],
        ["drover runbook new mailbox-move --file runbooks/move.yaml", "choose the file"],
      ]),
    )
    .action((name: string, options: NewOptions) =>
      perform(async (context) => {
        const { newRunbook } = await import("./new.ts");
        return newRunbook(context, name, options);
      }),
    );
}

function declareExplain(runbook: Command, perform: Perform): void {
  const command = runbook
    .command("explain")
    .description("say what a key of a runbook, or the code of a problem, means")
    .argument("<topic>", "a key or a code");
  outputOptions(command, ["text", "json"])
    .addHelpText(
      "after",
      examples([
        ["drover runbook explain offset", "what a key means and what it takes"],
        ["drover runbook explain E2101", "what a problem means and how to mend it"],
      ]),
    )
    .action((topic: string, options: ExplainOptions) =>
      perform(async (context) => {
        const { explainTopic } = await import("./explain.ts");
        return explainTopic(context, topic, options);
      }),
    );
}

function declareSchema(runbook: Command, perform: Perform): void {
  runbook
    .command("schema")
    .description("print the JSON Schema of runbooks, for editors")
    .option("--write <file>", "write it to a file instead, replacing it")
    .addHelpText(
      "after",
      examples([
        ["drover runbook schema --write schemas/runbook.v1.json", "give editors completion"],
        ["drover runbook schema | jq '.properties | keys'", "list the keys of a runbook"],
      ]),
    )
    .action((options: SchemaOptions) =>
      perform(async (context) => {
        const { printSchema } = await import("./schema.ts");
        return printSchema(context, options);
      }),
    );
}
