/** The verbs of `drover batch` that change something. */
import { ITEM_FORMS } from "../../output/forms.ts";
import type { CommandSpec, FlagSpec } from "../../table/command-spec.ts";
import { wholeNumber } from "../../table/flag-values.ts";
import { DRY_RUN, REASON, TIMEOUT, WATCH, YES } from "../../table/flags.ts";
import { BATCH, ID_MAX, MEMBER, MEMBERS_FILE } from "./words.ts";

const STEP = { name: "<step>", about: "the step's id, as `batch steps` shows it" };
const PHASE_FLAG: FlagSpec = { flags: "--phase <phase>", about: "only this phase" };

const CREATE: CommandSpec = {
  name: "create",
  about: "make a batch by hand from a CSV of members",
  arguments: [{ name: "<runbook-name>", about: "a published runbook" }],
  forms: ITEM_FORMS,
  flags: [MEMBERS_FILE, DRY_RUN],
  examples: [
    ["drover batch create mailbox-move --members wave-1.csv --dry-run", "check the file first"],
    ["drover batch create mailbox-move --members wave-1.csv", "make it; nothing starts yet"],
    ["drover batch create hello --members - --json < people.csv | jq .id", "in a script"],
  ],
  routes: ["createBatch", "previewBatch", "getRunbook", "listRunbooks"],
  load: async () => (await import("./create.ts")).createBatch,
};

const ADVANCE: CommandSpec = {
  name: "advance",
  about: "start the next phase of a batch made by hand",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [DRY_RUN, WATCH, TIMEOUT],
  examples: [
    ["drover batch advance 12", "init first, then one phase each time"],
    ["drover batch advance 12 --watch", "and follow the phase to its end"],
    ["drover batch advance 12 --dry-run", "what would start?"],
  ],
  routes: ["advanceBatch"],
  load: async () => (await import("./advance.ts")).advanceBatch,
};

const CANCEL: CommandSpec = {
  name: "cancel",
  about: "end a batch before its time",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [REASON, YES, DRY_RUN, WATCH, TIMEOUT],
  examples: [
    ["drover batch cancel 12 --dry-run", "what would that mean?"],
    ["drover batch cancel 12 --reason 'wrong list' --yes", "do it"],
  ],
  routes: ["cancelBatch"],
  load: async () => (await import("./cancel.ts")).cancelBatch,
};

const PAUSE: CommandSpec = {
  name: "pause",
  about: "send nothing more of a batch, or of one phase, until it is resumed",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [PHASE_FLAG],
  examples: [
    ["drover batch pause 12", "the whole batch"],
    ["drover batch pause 12 --phase cutover", "one phase"],
  ],
  routes: ["pauseBatch"],
  load: async () => (await import("./hold.ts")).pauseBatch,
};

const RESUME: CommandSpec = {
  name: "resume",
  about: "let a paused batch, or one phase, go on",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [PHASE_FLAG],
  examples: [
    ["drover batch resume 12", "the whole batch"],
    ["drover batch resume 12 --phase cutover", "one phase"],
  ],
  routes: ["resumeBatch"],
  load: async () => (await import("./hold.ts")).resumeBatch,
};

const RETRY: CommandSpec = {
  name: "retry",
  about: "try again: everybody who failed, one member, one step, or the init",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [
    { ...PHASE_FLAG, conflicts: ["member", "step", "init"] },
    { flags: "--member <member>", about: "only this member", conflicts: ["step", "init"] },
    {
      flags: "--step <id>",
      about: "only this step, which waits for a decision",
      read: wholeNumber(1, ID_MAX),
      conflicts: ["init"],
    },
    { flags: "--init", about: "the batch's init, from its failed step on" },
    DRY_RUN,
    WATCH,
    TIMEOUT,
  ],
  examples: [
    ["drover batch retry 12 --watch", "everybody who failed, and follow"],
    ["drover batch retry 12 --member ada@contoso.com", "one member"],
    ["drover batch retry 12 --phase cutover --dry-run", "how many would that be?"],
  ],
  routes: ["retryFailed", "retryMember", "retryStep", "retryInit"],
  load: async () => (await import("./retry.ts")).retryBatch,
};

const SKIP: CommandSpec = {
  name: "skip",
  about: "pass a step over; those after it go on as if it had succeeded",
  arguments: [BATCH, STEP],
  forms: ITEM_FORMS,
  flags: [{ ...REASON, required: true }, YES, DRY_RUN],
  examples: [
    ["drover batch skip 12 9001 --reason 'done by hand'", "asks first"],
    ["drover batch skip 12 9001 --reason 'done by hand' --yes", "in a script"],
  ],
  routes: ["skipStep"],
  load: async () => (await import("./decide-step.ts")).skipStep,
};

const FAIL_STEP: CommandSpec = {
  name: "fail-step",
  about: "accept that a step whose end nobody saw has failed",
  arguments: [BATCH, STEP],
  forms: ITEM_FORMS,
  flags: [{ ...REASON, required: true }, YES, DRY_RUN],
  examples: [
    ["drover batch fail-step 12 9001 --reason 'the mailbox is not there'", "asks first"],
    ["drover batch fail-step 12 9001 --reason 'not there' --yes", "in a script"],
  ],
  routes: ["failStep"],
  load: async () => (await import("./decide-step.ts")).failStep,
};

const ADD_MEMBERS: CommandSpec = {
  name: "add-members",
  about: "add members to a batch from a CSV; those it has already are skipped",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [MEMBERS_FILE, DRY_RUN],
  examples: [
    ["drover batch add-members 12 --members late.csv", "they catch up by themselves"],
    ["drover batch add-members 12 --members late.csv --dry-run", "check the file first"],
  ],
  routes: ["addMembers"],
  load: async () => (await import("./add-members.ts")).addMembers,
};

const REMOVE_MEMBER: CommandSpec = {
  name: "remove-member",
  about: "take a member out of a batch",
  arguments: [BATCH, MEMBER],
  forms: ITEM_FORMS,
  flags: [YES, DRY_RUN],
  examples: [
    ["drover batch remove-member 12 ada@contoso.com", "asks first"],
    ["drover batch remove-member 12 311 --yes", "by id, in a script"],
  ],
  routes: ["removeMember"],
  load: async () => (await import("./remove-member.ts")).removeMember,
};

const APPROVE: CommandSpec = {
  name: "approve-removals",
  about: "let members go whose removal is held because there are so many",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [
    { flags: "--member <member...>", about: "only these members (default: everybody held)" },
    YES,
    DRY_RUN,
  ],
  examples: [
    ["drover batch approve-removals 12", "everybody whom the source no longer shows"],
    ["drover batch approve-removals 12 --member ada@contoso.com --yes", "one of them"],
  ],
  routes: ["approveRemovals"],
  load: async () => (await import("./approve-removals.ts")).approveRemovals,
};

const BUDGET: CommandSpec = {
  name: "budget",
  about: "set how many failures pause a batch",
  arguments: [BATCH],
  forms: ITEM_FORMS,
  flags: [
    { flags: "--failed-max <n>", about: "so many members may fail", read: wholeNumber(0, ID_MAX) },
    {
      flags: "--failed-percent <n>",
      about: "this share of a phase's ended members may fail",
      read: wholeNumber(0, 100),
    },
    {
      flags: "--sample-min <n>",
      about: "ended members of a phase before the share counts",
      read: wholeNumber(1, ID_MAX),
    },
    { flags: "--lift", about: "no budget: go on however many fail" },
  ],
  examples: [
    ["drover batch budget 12 --failed-max 5", "pause when a sixth member fails"],
    [
      "drover batch budget 12 --failed-percent 10 --sample-min 50",
      "pause at more than a tenth, once 50 have ended",
    ],
    ["drover batch budget 12 --lift", "go on however many fail"],
  ],
  routes: ["setBudget"],
  load: async () => (await import("./budget.ts")).setBudget,
};

const DISMISS: CommandSpec = {
  name: "dismiss",
  about: "take something off the list of what needs a person",
  arguments: [BATCH, { name: "<subject>", about: "as `batch attention` shows it" }],
  forms: ITEM_FORMS,
  examples: [
    ["drover batch dismiss 12 step:9001", "it was seen to"],
    ["drover batch attention 12 --json | jq -r '.[].subject'", "what there is to dismiss"],
  ],
  routes: ["dismissAttention"],
  load: async () => (await import("./dismiss.ts")).dismiss,
};

export const BATCH_ACTING: readonly CommandSpec[] = [
  CREATE,
  ADVANCE,
  CANCEL,
  PAUSE,
  RESUME,
  RETRY,
  SKIP,
  FAIL_STEP,
  ADD_MEMBERS,
  REMOVE_MEMBER,
  APPROVE,
  BUDGET,
  DISMISS,
];
