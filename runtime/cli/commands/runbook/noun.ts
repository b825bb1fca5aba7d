/** `drover runbook …`, as a line of the command table. */
import type { NounSpec } from "../../table/command-spec.ts";
import { RUNBOOK_FILE_VERBS } from "./file-verbs.ts";
import { RUNBOOK_PUBLISHED_VERBS } from "./published-verbs.ts";

export const RUNBOOK: NounSpec = {
  name: "runbook",
  about: "write, check, publish and look at runbooks",
  examples: [
    ["drover runbook new mailbox-move", "start a runbook"],
    ["drover runbook validate mailbox-move.yaml", "check it"],
    ["drover runbook publish mailbox-move.yaml", "publish it"],
    ["drover runbook list", "what is published"],
  ],
  verbs: [...RUNBOOK_FILE_VERBS, ...RUNBOOK_PUBLISHED_VERBS],
};
