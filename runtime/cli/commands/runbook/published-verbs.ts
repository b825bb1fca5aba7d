/** The verbs of `drover runbook` that ask a Drover. */
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec } from "../../table/command-spec.ts";
import { DRY_RUN, YES } from "../../table/flags.ts";

const NAME = { name: "<runbook-name>", about: "a published runbook, or how its name begins" };
/** Not a flag: `--version` asks for drover's own. */
const VERSION = { name: "[version]", about: "a version (default: the active one)" };

const PUBLISH: CommandSpec = {
  name: "publish",
  about: "publish a new version of a runbook",
  arguments: [{ name: "<runbook>", about: "a file, or - for stdin" }],
  forms: ITEM_FORMS,
  flags: [
    {
      flags: "--overdue <what>",
      about: "phases already overdue in batches under way",
      choices: ["ignore", "rerun"],
      default: "ignore",
    },
    { flags: "--rerun-init", about: "run the init of batches under way again" },
    {
      flags: "--in-flight <what>",
      about: "batches under way move to the new version, or stay on theirs",
      choices: ["transition", "pin"],
      default: "transition",
    },
    { flags: "--force", about: "even if a connection or worker it names is not registered" },
    DRY_RUN,
  ],
  examples: [
    ["drover runbook publish move.yaml --dry-run", "what would change, and for which batches?"],
    ["drover runbook publish move.yaml", "publish it"],
    ["drover runbook publish move.yaml --in-flight pin", "leave batches under way as they are"],
  ],
  routes: ["publishRunbook", "validateRunbook", "getRunbook", "listBatches"],
  load: async () => (await import("./publish.ts")).publishRunbook,
};

const LIST: CommandSpec = {
  name: "list",
  about: "list the published runbooks",
  forms: LIST_FORMS,
  examples: [
    ["drover runbook list", "the active version of each"],
    ["drover runbook list -o json | jq '.[] | select(.lastError)'", "which have an error"],
  ],
  routes: ["listRunbooks"],
  load: async () => (await import("./list.ts")).listRunbooks,
};

const GET: CommandSpec = {
  name: "get",
  about: "show a published runbook",
  arguments: [NAME, VERSION],
  forms: ITEM_FORMS,
  flags: [{ flags: "--web", about: "open its page in the browser too" }],
  examples: [
    ["drover runbook get mailbox-move", "the active version"],
    ["drover runbook get mailbox-move 2 -o yaml > move.yaml", "its text, to edit"],
  ],
  routes: ["getRunbook", "getRunbookVersion", "listRunbooks"],
  load: async () => (await import("./get.ts")).getRunbook,
};

const VERSIONS: CommandSpec = {
  name: "versions",
  about: "list all versions of a runbook",
  arguments: [NAME],
  forms: LIST_FORMS,
  examples: [
    ["drover runbook versions mailbox-move", "who published what when"],
    ["drover runbook versions mailbox-move -o json | jq length", "how many"],
  ],
  routes: ["listRunbookVersions"],
  load: async () => (await import("./list.ts")).listVersions,
};

const DIFF: CommandSpec = {
  name: "diff",
  about: "show what changed between two versions",
  arguments: [
    NAME,
    { name: "<from>", about: "a version" },
    { name: "<to>", about: "another version" },
  ],
  forms: ITEM_FORMS,
  examples: [
    ["drover runbook diff mailbox-move 1 2", "line by line"],
    ["drover runbook diff mailbox-move 1 2 --json | jq .added", "how many lines were added"],
  ],
  routes: ["diffRunbook"],
  load: async () => (await import("./diff.ts")).diffRunbook,
};

const DELETE: CommandSpec = {
  name: "delete",
  about: "deactivate a version; its history stays",
  arguments: [NAME, VERSION],
  forms: ITEM_FORMS,
  flags: [YES, DRY_RUN],
  examples: [
    ["drover runbook delete mailbox-move", "the active version; asks first"],
    ["drover runbook delete mailbox-move 3 --yes", "in a script"],
  ],
  routes: ["deactivateRunbookVersion"],
  load: async () => (await import("./delete.ts")).deleteRunbook,
};

export const RUNBOOK_PUBLISHED_VERBS: readonly CommandSpec[] = [
  PUBLISH,
  LIST,
  GET,
  VERSIONS,
  DIFF,
  DELETE,
];
