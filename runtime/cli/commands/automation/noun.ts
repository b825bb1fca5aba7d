/** `drover automation …`, `drover query …` and `drover template …`, as lines of the command table:
 *  where a runbook's members come from. */
import { LIMITS } from "../../../contract/limits.ts";
import { ITEM_FORMS } from "../../output/forms.ts";
import type { CommandSpec, NounSpec } from "../../table/command-spec.ts";
import { wholeNumber } from "../../table/flag-values.ts";

const NAME = { name: "<runbook-name>", about: "a published runbook, or how its name begins" };

const STATUS: CommandSpec = {
  name: "status",
  about: "say whether new batches of a runbook are looked for",
  arguments: [NAME],
  forms: ITEM_FORMS,
  examples: [
    ["drover automation status mailbox-move", "on or off, and by whom"],
    ["drover automation status mailbox-move --json | jq .automationEnabled", "in a script"],
  ],
  routes: ["getAutomation"],
  load: async () => (await import("./automation.ts")).automationStatus,
};

const ENABLE: CommandSpec = {
  name: "enable",
  about: "look for new batches of a runbook from now on",
  arguments: [NAME],
  forms: ITEM_FORMS,
  examples: [
    ["drover query preview mailbox-move", "look first at what that would make"],
    ["drover automation enable mailbox-move", "turn it on"],
  ],
  routes: ["setAutomation"],
  load: async () => (await import("./automation.ts")).enableAutomation,
};

const DISABLE: CommandSpec = {
  name: "disable",
  about: "look for no new batches of a runbook; those under way go on",
  arguments: [NAME],
  forms: ITEM_FORMS,
  examples: [
    ["drover automation disable mailbox-move", "turn it off"],
    ["drover automation status mailbox-move", "see that it is off"],
  ],
  routes: ["setAutomation"],
  load: async () => (await import("./automation.ts")).disableAutomation,
};

const PREVIEW: CommandSpec = {
  name: "preview",
  about: "show what a runbook's source holds now and which batches that would make",
  arguments: [NAME],
  forms: ITEM_FORMS,
  flags: [
    {
      flags: "--rows <n>",
      about: "show at most so many rows; all are counted",
      read: wholeNumber(0, LIMITS.previewRowsMax),
      default: 10,
    },
  ],
  examples: [
    ["drover query preview mailbox-move", "changes nothing"],
    ["drover query preview mailbox-move --rows 0", "only the batches it would make"],
  ],
  routes: ["previewQuery"],
  load: async () => (await import("../query/preview.ts")).previewQuery,
};

const DOWNLOAD: CommandSpec = {
  name: "download",
  about: "write a CSV with the columns a runbook needs",
  arguments: [NAME],
  flags: [
    { flags: "--file <file>", about: "where to write it (default: stdout)" },
    { flags: "--force", about: "replace the file if it exists" },
  ],
  examples: [
    ["drover template download mailbox-move", "which columns are needed?"],
    ["drover template download mailbox-move --file wave-1.csv", "to fill in"],
  ],
  routes: ["getTemplate"],
  load: async () => (await import("../template/download.ts")).downloadTemplate,
};

export const AUTOMATION: NounSpec = {
  name: "automation",
  about: "turn the search for new batches on or off",
  examples: [
    ["drover automation status mailbox-move", "is it on?"],
    ["drover automation enable mailbox-move", "turn it on"],
  ],
  verbs: [STATUS, ENABLE, DISABLE],
};

export const QUERY: NounSpec = {
  name: "query",
  about: "look at where members come from",
  examples: [
    ["drover query preview mailbox-move", "what the source holds now"],
    ["drover query preview mailbox-move --rows 0", "only the batches it would make"],
  ],
  verbs: [PREVIEW],
};

export const TEMPLATE: NounSpec = {
  name: "template",
  about: "tables of members to fill in",
  examples: [
    ["drover template download mailbox-move", "which columns are needed?"],
    ["drover template download mailbox-move --file wave-1.csv", "to fill in"],
  ],
  verbs: [DOWNLOAD],
};
