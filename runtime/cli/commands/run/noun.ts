/** `drover run …`, as a line of the command table. */
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec, NounSpec } from "../../table/command-spec.ts";
import { LIMIT } from "../../table/list-flags.ts";

const RUN = { name: "<run>", about: "a run's id, or how it begins" };

const LIST: CommandSpec = {
  name: "list",
  about: "list runs, the newest first",
  forms: LIST_FORMS,
  flags: [LIMIT],
  examples: [
    ["drover run list", "the newest ones"],
    ["drover run list -o json | jq '.[] | select(.cleanup_status != \"verified\")'", "not cleaned"],
  ],
  routes: ["listRuns"],
  load: async () => (await import("./run.ts")).listRuns,
};

const GET: CommandSpec = {
  name: "get",
  about: "show a run with its scenarios",
  arguments: [RUN],
  forms: ITEM_FORMS,
  examples: [
    ["drover run get 4f1c", "by the beginning of its id"],
    ["drover run get 4f1c --json | jq .cleanup_verification", "was it cleaned up?"],
  ],
  routes: ["getRun", "listRuns"],
  load: async () => (await import("./run.ts")).getRun,
};

const STATUS: CommandSpec = {
  name: "status",
  about: "say whether runs are under way",
  forms: ITEM_FORMS,
  examples: [
    ["drover run status", "running, idle or in error"],
    ["drover run status --json | jq -r .status", "in a script"],
  ],
  routes: ["getStatus"],
  load: async () => (await import("./run.ts")).runsStatus,
};

const RESOURCES: CommandSpec = {
  name: "resources",
  about: "list what a run created and what is left of it",
  arguments: [RUN],
  forms: LIST_FORMS,
  examples: [
    ["drover run resources 4f1c", "all of them"],
    ["drover run resources 4f1c --json | jq '.[] | select(.status == \"exists\")'", "what is left"],
  ],
  routes: ["listRunResources"],
  load: async () => (await import("./run.ts")).listResources,
};

const PRINCIPALS: CommandSpec = {
  name: "principals",
  about: "list the service principals of a run",
  arguments: [RUN],
  forms: LIST_FORMS,
  examples: [
    ["drover run principals 4f1c", "one for each scenario"],
    ["drover run principals 4f1c -o tsv", "for a spreadsheet"],
  ],
  routes: ["listRunServicePrincipals"],
  load: async () => (await import("./run.ts")).listPrincipals,
};

const LOGS: CommandSpec = {
  name: "logs",
  about: "print what the agents of a run reported",
  arguments: [RUN],
  forms: ["text", "jsonl"],
  flags: [{ flags: "-f, --follow", about: "go on as it is written; Ctrl-C stops" }],
  examples: [
    ["drover run logs 4f1c --follow", "as it happens"],
    ["drover run logs 4f1c -o jsonl | jq -r 'select(.severity==\"error\").message'", "errors"],
  ],
  routes: ["getRunLogs"],
  load: async () => (await import("./logs.ts")).runLogs,
};

export const RUN_NOUN: NounSpec = {
  name: "run",
  about: "look at HayMaker runs",
  examples: [
    ["drover run list", "the newest ones"],
    ["drover run logs 4f1c --follow", "what its agents report"],
  ],
  verbs: [LIST, GET, STATUS, RESOURCES, PRINCIPALS, LOGS],
};
