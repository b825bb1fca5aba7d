/** `drover worker …`, `drover limit …` and `drover audit …`, as lines of the command table. */
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec, NounSpec } from "../../table/command-spec.ts";
import { LIMIT, SINCE } from "../../table/list-flags.ts";

const LIST_WORKERS: CommandSpec = {
  name: "list",
  about: "list the registered workers and when each was last seen",
  forms: LIST_FORMS,
  examples: [
    ["drover worker list", "who is there"],
    ["drover worker list --json | jq -r '.[].functions[].name'", "what they can do"],
  ],
  routes: ["listWorkers"],
  load: async () => (await import("./list.ts")).listWorkers,
};

const LIST_LIMITS: CommandSpec = {
  name: "list",
  about: "list how many jobs of a worker or function may be out at once",
  forms: LIST_FORMS,
  examples: [
    ["drover limit list", "what is set"],
    ["drover limit list -o tsv", "for a script"],
  ],
  routes: ["listLimits"],
  load: async () => (await import("../limit/limit.ts")).listLimits,
};

const SET_LIMIT: CommandSpec = {
  name: "set",
  about: "set or lift how many jobs of a worker or function may be out at once",
  arguments: [
    { name: "<key>", about: "worker:ID or function:NAME" },
    { name: "<most>", about: "a number, or none to lift the limit" },
  ],
  forms: ITEM_FORMS,
  examples: [
    ["drover limit set worker:worker-01 20", "no more than twenty jobs at once"],
    ["drover limit set function:New-EntraUser none", "as many as there are"],
  ],
  routes: ["setLimit"],
  load: async () => (await import("../limit/limit.ts")).setLimit,
};

const LIST_AUDIT: CommandSpec = {
  name: "list",
  about: "list who changed what and who read member data, the newest first",
  forms: LIST_FORMS,
  flags: [{ flags: "--actor <name>", about: "only by this person" }, SINCE, LIMIT],
  examples: [
    ["drover audit list --since 1d", "what happened today"],
    ["drover audit list --actor ada@contoso.com --limit 500 -o tsv", "one person's doings"],
  ],
  routes: ["listAudit"],
  load: async () => (await import("../audit/list.ts")).listAudit,
};

export const WORKER: NounSpec = {
  name: "worker",
  about: "look at the workers",
  examples: [
    ["drover worker list", "who is there"],
    ["drover limit set worker:worker-01 20", "send one less at a time"],
  ],
  verbs: [LIST_WORKERS],
};

export const LIMIT_NOUN: NounSpec = {
  name: "limit",
  about: "how many jobs may be out at once",
  examples: [
    ["drover limit list", "what is set"],
    ["drover limit set worker:worker-01 20", "set one"],
  ],
  verbs: [LIST_LIMITS, SET_LIMIT],
};

export const AUDIT: NounSpec = {
  name: "audit",
  about: "who did what",
  examples: [
    ["drover audit list", "the newest first"],
    ["drover audit list --since 1d -o json", "today, for a script"],
  ],
  verbs: [LIST_AUDIT],
};
