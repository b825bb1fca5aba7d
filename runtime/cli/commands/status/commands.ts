/** The commands that stand alone and ask a Drover, as lines of the command table. */
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec, FlagSpec } from "../../table/command-spec.ts";
import { LIMIT, SINCE, STATUS as STATUS_FLAG } from "../../table/list-flags.ts";
import { BATCH, MEMBER_FLAG, RUNBOOK_FLAG } from "../batch/words.ts";

const EVENT_FORMS = ["text", "json", "jsonl", "yaml", "tsv"] as const;
const FOLLOW: FlagSpec = {
  flags: "-f, --follow",
  about: "go on as it is written; Ctrl-C stops",
};
const TYPE: FlagSpec = {
  flags: "--type <type>",
  about: "only of this type (step.failed), or of this kind (step)",
};

const STATUS: CommandSpec = {
  name: "status",
  about: "show what runs, what needs a person and what is due next",
  forms: ITEM_FORMS,
  examples: [
    ["drover status", "at a glance"],
    ["drover status --json | jq .attentionCount", "does something wait for a person?"],
  ],
  routes: ["getOverview"],
  load: async () => (await import("./status.ts")).showStatus,
};

const EVENTS: CommandSpec = {
  name: "events",
  about: "print what happened, of all batches and of the platform, the newest first",
  forms: EVENT_FORMS,
  flags: [
    FOLLOW,
    TYPE,
    { flags: "--actor <name>", about: "only caused by this one" },
    SINCE,
    LIMIT,
  ],
  examples: [
    ["drover events --since 1h", "the last hour"],
    ["drover events --follow --type step.failed", "failures as they happen"],
    ["drover events --follow -o jsonl | jq -r .type", "for a script"],
  ],
  routes: ["listEvents", "streamEvents"],
  load: async () => (await import("../events/events.ts")).showEvents,
};

const LOGS: CommandSpec = {
  name: "logs",
  about: "print what happened in a batch, the oldest first",
  arguments: [BATCH],
  forms: EVENT_FORMS,
  flags: [FOLLOW, TYPE, MEMBER_FLAG, { ...LIMIT, default: 100 }],
  examples: [
    ["drover logs 12", "the last hundred things"],
    ["drover logs 12 --follow", "and what comes"],
    ["drover logs 12 --member ada@contoso.com", "what happened to one member"],
  ],
  routes: ["listBatchEvents", "streamBatchEvents"],
  load: async () => (await import("../events/logs.ts")).showLogs,
};

const SEARCH: CommandSpec = {
  name: "search",
  about: "find members and steps across batches",
  arguments: [{ name: "[member]", about: "how a member's key begins" }],
  forms: LIST_FORMS,
  flags: [
    STATUS_FLAG,
    { flags: "--error-class <class>", about: "only steps that failed with this kind of error" },
    RUNBOOK_FLAG,
    SINCE,
    LIMIT,
  ],
  examples: [
    ["drover search ada", "in which batches is she?"],
    ["drover search --status failed --since 1d", "what failed today"],
    ["drover search --error-class throttled -o json", "by the kind of error"],
  ],
  routes: ["search"],
  load: async () => (await import("../search/search.ts")).search,
};

const OPEN: CommandSpec = {
  name: "open",
  about: "open a page of the dashboard, and print its address",
  arguments: [{ name: "[what]", about: "a batch's id, a runbook's name, or incidents" }],
  flags: [{ flags: "--print", about: "only print the address" }],
  examples: [
    ["drover open", "the overview"],
    ["drover open 12", "a batch"],
    ["drover open mailbox-move --print", "the address of a runbook's page"],
  ],
  load: async () => (await import("../open/open.ts")).openPage,
};

const DOCTOR: CommandSpec = {
  name: "doctor",
  about: "check everything that must be right, and say what to do about the rest",
  forms: ITEM_FORMS,
  examples: [
    ["drover doctor", "is everything as it should be?"],
    ["drover doctor --api-url https://drover.contoso.com", "of another Drover"],
  ],
  routes: ["getHealth", "getReady", "getMe", "getOverview"],
  load: async () => (await import("../doctor/doctor.ts")).doctor,
};

export const LONE_ASKING: readonly CommandSpec[] = [STATUS, EVENTS, LOGS, SEARCH, OPEN, DOCTOR];
