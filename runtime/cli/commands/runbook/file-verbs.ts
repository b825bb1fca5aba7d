/** The verbs of `drover runbook` that look at files: they need no Drover to talk to. */
import type { CommandSpec } from "../../table/command-spec.ts";

const VALIDATE: CommandSpec = {
  name: "validate",
  about: "check runbooks and print every problem with its place",
  arguments: [
    {
      name: "<runbooks...>",
      about: "files, folders (their .yaml and .yml files), or - for stdin",
    },
  ],
  forms: ["text", "table", "tsv", "json", "jsonl", "yaml"],
  flags: [
    { flags: "--strict", about: "unknown keys are errors, not warnings" },
    {
      flags: "--members <csv>",
      about: "also check that this CSV file has every column that is used",
    },
    {
      flags: "--format <format>",
      about: "how to print problems, by name of the format",
      choices: ["text", "json", "github"],
      conflicts: ["output", "json"],
    },
  ],
  examples: [
    ["drover runbook validate --strict runbooks/", "check a folder, unknown keys are errors"],
    ["drover runbook validate move.yaml --members wave1.csv", "check the columns of a CSV too"],
    ["drover runbook validate --format github runbooks/*.yaml", "annotate a pull request"],
    ["cat move.yaml | drover runbook validate - -o json | jq .problems", "use it in a script"],
  ],
  load: async () => (await import("./validate.ts")).validateRunbooks,
};

const SHOW: CommandSpec = {
  name: "show",
  about: "draw a runbook file's phases and steps as a tree, in the order they become due",
  arguments: [{ name: "<runbook>", about: "a file, or - for stdin" }],
  forms: ["tree", "json", "yaml"],
  examples: [
    ["drover runbook show move.yaml", "look at it"],
    ["drover runbook show move.yaml -o json | jq '.phases[].name'", "list its phases"],
  ],
  load: async () => (await import("./show.ts")).showRunbook,
};

const NEW: CommandSpec = {
  name: "new",
  about: "write a commented runbook to start from",
  arguments: [{ name: "<name>", about: "the runbook's name" }],
  flags: [
    { flags: "--file <file>", about: "where to write it (default: <name>.yaml here)" },
    { flags: "--force", about: "replace the file if it exists" },
  ],
  examples: [
    ["drover runbook new mailbox-move", "write mailbox-move.yaml here"],
    ["drover runbook new mailbox-move --file runbooks/move.yaml", "choose the file"],
  ],
  load: async () => (await import("./new.ts")).newRunbook,
};

const EXPLAIN: CommandSpec = {
  name: "explain",
  about: "say what a key of a runbook, or the code of a problem, means",
  arguments: [{ name: "<topic>", about: "a key or a code" }],
  forms: ["text", "json"],
  examples: [
    ["drover runbook explain offset", "what a key means and what it takes"],
    ["drover runbook explain E2101", "what a problem means and how to mend it"],
  ],
  load: async () => (await import("./explain.ts")).explainTopic,
};

const SCHEMA: CommandSpec = {
  name: "schema",
  about: "print the JSON Schema of runbooks, for editors",
  flags: [{ flags: "--write <file>", about: "write it to a file instead, replacing it" }],
  examples: [
    ["drover runbook schema --write schemas/runbook.v1.json", "give editors completion"],
    ["drover runbook schema | jq '.properties | keys'", "list the keys of a runbook"],
  ],
  load: async () => (await import("./schema.ts")).printSchema,
};

export const RUNBOOK_FILE_VERBS: readonly CommandSpec[] = [VALIDATE, SHOW, NEW, EXPLAIN, SCHEMA];
