/** `drover incident …`, as a line of the command table. */
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec, FlagSpec, NounSpec } from "../../table/command-spec.ts";
import { wholeNumber } from "../../table/flag-values.ts";
import { DRY_RUN, YES } from "../../table/flags.ts";
import { LIMIT } from "../../table/list-flags.ts";

const ID_MAX = 999_999_999;

const FILTERS: readonly FlagSpec[] = [
  { flags: "--topic <topic>", about: "only of this topic" },
  { flags: "--subscription <name>", about: "only of this subscription" },
  { flags: "--batch <id>", about: "only of this batch", read: wholeNumber(1, ID_MAX) },
  { flags: "--reason <reason>", about: "only given up for exactly this reason" },
];
const ALL: FlagSpec = { flags: "--all", about: "every open incident" };
const ONE = { name: "[incident]", about: "an incident's id" };

const LIST: CommandSpec = {
  name: "list",
  about: "list open incidents: messages that the bus gave up, the oldest first",
  forms: LIST_FORMS,
  flags: [...FILTERS, LIMIT],
  examples: [
    ["drover incident list", "what is open"],
    ["drover incident list --batch 12 --json | jq -r '.[].reason' | sort | uniq -c", "why"],
  ],
  routes: ["listIncidents"],
  load: async () => (await import("./list.ts")).listIncidents,
};

const SHOW: CommandSpec = {
  name: "show",
  about: "show an incident with its message",
  arguments: [{ ...ONE, name: "<incident>" }],
  forms: ITEM_FORMS,
  examples: [
    ["drover incident show 7", "what was given up, and why"],
    ["drover incident show 7 --json | jq -r .body", "the message itself"],
  ],
  routes: ["getIncident"],
  load: async () => (await import("./show.ts")).showIncident,
};

const REDRIVE: CommandSpec = {
  name: "redrive",
  about: "send the message of an incident again; or of several, or of all",
  arguments: [ONE],
  forms: ITEM_FORMS,
  flags: [...FILTERS, ALL, YES, DRY_RUN],
  examples: [
    ["drover incident redrive 7", "one"],
    ["drover incident redrive --batch 12 --yes", "those of a batch"],
    ["drover incident redrive --all --dry-run", "how many would that be?"],
  ],
  routes: ["redriveIncident", "redriveIncidents", "listIncidents"],
  load: async () => (await import("./settle.ts")).redrive,
};

const DISCARD: CommandSpec = {
  name: "discard",
  about: "let the message of an incident go; or of several, or of all",
  arguments: [ONE],
  forms: ITEM_FORMS,
  flags: [...FILTERS, ALL, YES, DRY_RUN],
  examples: [
    ["drover incident discard 7", "one; asks first"],
    ["drover incident discard --topic agent-logs --yes", "those of a topic"],
  ],
  routes: ["discardIncident", "discardIncidents", "listIncidents"],
  load: async () => (await import("./settle.ts")).discard,
};

export const INCIDENT: NounSpec = {
  name: "incident",
  aliases: ["dead-letter"],
  about: "messages that the bus gave up (dead letters)",
  examples: [
    ["drover incident list", "what is open"],
    ["drover incident redrive 7", "send it again"],
  ],
  verbs: [LIST, SHOW, REDRIVE, DISCARD],
};
