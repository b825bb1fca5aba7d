/** The verbs of `drover batch` that only look. */
import { BATCH_STATUSES, MEMBER_STATUSES, STEP_STATUSES } from "../../../contract/statuses.ts";
import { ITEM_FORMS, LIST_FORMS } from "../../output/forms.ts";
import type { CommandSpec } from "../../table/command-spec.ts";
import { wholeNumber } from "../../table/flag-values.ts";
import { TIMEOUT } from "../../table/flags.ts";
import { LIMIT, SINCE, STATUS } from "../../table/list-flags.ts";
import { BATCH, ID_MAX, MEMBER, MEMBER_FLAG, RUNBOOK_FLAG } from "./words.ts";

const LIST: CommandSpec = {
  name: "list",
  about: "list batches, the newest first",
  forms: LIST_FORMS,
  flags: [
    RUNBOOK_FLAG,
    { ...STATUS, choices: BATCH_STATUSES },
    { flags: "--manual", about: "only batches that are advanced by hand" },
    SINCE,
    LIMIT,
  ],
  examples: [
    ["drover batch list", "the newest ones"],
    ["drover batch list --status active --since 7d", "what is under way since a week"],
    ["drover batch list -o json | jq '.[] | select(.needsAttention).id'", "which need a person"],
  ],
  routes: ["listBatches"],
  load: async () => (await import("./list.ts")).listBatches,
};

const GET: CommandSpec = {
  name: "get",
  about: "show a batch with its phases",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [{ flags: "--web", about: "open its page in the browser too" }],
  examples: [
    ["drover batch get 12", "by its id"],
    ["drover batch get mailbox-move", "the newest batch of a runbook"],
    ["drover batch get 12 --json | jq -r .status", "in a script"],
  ],
  routes: ["getBatch"],
  load: async () => (await import("./get.ts")).getBatch,
};

const MEMBERS: CommandSpec = {
  name: "members",
  about: "list the members of a batch",
  arguments: [BATCH],
  forms: LIST_FORMS,
  flags: [{ ...STATUS, choices: MEMBER_STATUSES }, LIMIT],
  examples: [
    ["drover batch members 12", "who is in it"],
    ["drover batch members 12 --status failed --limit 1000", "everybody who failed"],
    ["drover batch members 12 -o tsv | cut -f2", "their keys alone"],
  ],
  routes: ["listMembers"],
  load: async () => (await import("./members.ts")).listMembers,
};

const MEMBER_VERB: CommandSpec = {
  name: "member",
  about: "show one member with its data",
  arguments: [BATCH, MEMBER],
  forms: ITEM_FORMS,
  examples: [
    ["drover batch member 12 ada@contoso.com", "by its key"],
    ["drover batch member 12 ada", "by the beginning of its key, if only one begins so"],
  ],
  routes: ["getMember", "search"],
  load: async () => (await import("./member.ts")).getMember,
};

const PHASES: CommandSpec = {
  name: "phases",
  about: "list the phases of a batch and how far each is",
  arguments: [BATCH],
  forms: LIST_FORMS,
  examples: [
    ["drover batch phases 12", "how far it is"],
    ["drover batch phases 12 --utc", "with times in full"],
  ],
  routes: ["listPhases"],
  load: async () => (await import("./phases.ts")).listPhases,
};

const KINDS = ["step", "init", "rollback", "removal", "finalize"];

const STEPS: CommandSpec = {
  name: "steps",
  about: "list the steps of a batch",
  arguments: [BATCH],
  forms: LIST_FORMS,
  flags: [
    { ...STATUS, choices: STEP_STATUSES },
    { flags: "--kind <kind>", about: "only of this kind", choices: KINDS },
    { flags: "--phase <phase>", about: "only of this phase" },
    MEMBER_FLAG,
    LIMIT,
  ],
  examples: [
    ["drover batch steps 12 --status failed", "what failed"],
    ["drover batch steps 12 --member ada@contoso.com", "one member's way"],
    ["drover batch steps 12 --phase cutover --limit 500 -o json", "a phase, for a script"],
  ],
  routes: ["listSteps"],
  load: async () => (await import("./steps.ts")).listSteps,
};

const STEP: CommandSpec = {
  name: "step",
  about: "show one step with its parameters, result and error",
  arguments: [BATCH, { name: "<step>", about: "the step's id" }],
  forms: ITEM_FORMS,
  examples: [
    ["drover batch step 12 9001", "what it was given and what came back"],
    ["drover batch step 12 9001 --json | jq .result", "its result"],
  ],
  routes: ["getStep"],
  load: async () => (await import("./step.ts")).getStep,
};

const WATCH: CommandSpec = {
  name: "watch",
  about: "follow a batch to its end; the exit code is 0 for completed, 4 for failed",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [TIMEOUT],
  examples: [
    ["drover batch watch 12", "with a progress bar; Ctrl-C stops watching, not the batch"],
    ["drover batch watch 12 --timeout 2h && ./tell-everybody", "go on when it has completed"],
  ],
  routes: ["getBatch", "getWhy"],
  load: async () => (await import("./watch.ts")).watch,
};

const WHY: CommandSpec = {
  name: "why",
  about: "say why a batch, phase, member or step is not moving, and what would move it",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [
    { flags: "--phase <phase>", about: "about this phase", conflicts: ["member", "step"] },
    { ...MEMBER_FLAG, conflicts: ["step"] },
    { flags: "--step <id>", about: "about this step", read: wholeNumber(1, ID_MAX) },
  ],
  examples: [
    ["drover batch why 12", "the batch"],
    ["drover batch why 12 --member ada@contoso.com", "one member"],
    ["drover batch why 12 --step 9001 --json | jq -r .current.kind", "the reason's name"],
  ],
  routes: ["getWhy"],
  load: async () => (await import("./why.ts")).why,
};

const FAILURES: CommandSpec = {
  name: "failures",
  about: "list what failed, those alike in one line",
  arguments: [BATCH],
  forms: LIST_FORMS,
  examples: [
    ["drover batch failures 12", "the largest group first"],
    ["drover batch failures 12 --json | jq '.[0].samples'", "who is in it"],
  ],
  routes: ["listFailures"],
  load: async () => (await import("./failures.ts")).listFailures,
};

const TIMELINE: CommandSpec = {
  name: "timeline",
  about: "draw a batch over time, one line for each phase",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [MEMBER_FLAG],
  examples: [
    ["drover batch timeline 12", "the whole batch"],
    ["drover batch timeline 12 --member ada@contoso.com", "one member"],
  ],
  routes: ["getTimeline"],
  load: async () => (await import("./timeline.ts")).showTimeline,
};

const EXPORT: CommandSpec = {
  name: "export",
  about: "write the members as CSV, with how far each has come",
  arguments: [BATCH],
  flags: [
    { flags: "--file <file>", about: "where to write it (default: stdout)" },
    { flags: "--force", about: "replace the file if it exists" },
  ],
  examples: [
    ["drover batch export 12 --file wave-1.csv", "for a spreadsheet"],
    ["drover batch export 12 | head -3", "to look at"],
  ],
  routes: ["exportMembers"],
  load: async () => (await import("./export.ts")).exportBatch,
};

const ATTENTION: CommandSpec = {
  name: "attention",
  about: "list what can go no further without a person",
  arguments: [{ ...BATCH, name: "[batch]" }],
  forms: LIST_FORMS,
  examples: [
    ["drover batch attention", "of all batches and of the platform"],
    ["drover batch attention 12", "of one batch"],
  ],
  routes: ["listAttention", "listBatchAttention"],
  load: async () => (await import("./attention.ts")).listAttention,
};

export const BATCH_READING: readonly CommandSpec[] = [
  LIST,
  GET,
  WATCH,
  WHY,
  MEMBERS,
  MEMBER_VERB,
  PHASES,
  STEPS,
  STEP,
  FAILURES,
  TIMELINE,
  EXPORT,
  ATTENTION,
];
