/** `drover function …`, as lines of the command table. */
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec, NounSpec } from "../../table/command-spec.ts";

const LIST: CommandSpec = {
  name: "list",
  about: "list the worker functions that steps may call",
  forms: LIST_FORMS,
  flags: [
    {
      flags: "--effect <effect>",
      about: "only those that read or write",
      choices: ["read", "write"],
    },
  ],
  examples: [
    ["drover function list", "the whole library"],
    ["drover function list --effect read -o tsv", "those that change nothing, for a script"],
  ],
  load: async () => (await import("./list.ts")).listFunctions,
};

const SHOW: CommandSpec = {
  name: "show",
  about: "show one function: parameters, result, permissions, an example",
  arguments: [{ name: "<name>", about: "as in a step, in any letter case" }],
  forms: ITEM_FORMS,
  examples: [
    ["drover function show New-EntraUser", "what it takes and gives"],
    ["drover function show New-EntraUser -o json | jq .params", "its parameters as JSON Schema"],
  ],
  load: async () => (await import("./show.ts")).showFunction,
};

export const FUNCTION: NounSpec = {
  name: "function",
  about: "look up what steps may call",
  examples: [
    ["drover function list", "the whole library"],
    ["drover function show Test-EntraAttributeMatch", "one of them"],
  ],
  verbs: [LIST, SHOW],
};
