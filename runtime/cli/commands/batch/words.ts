/** Arguments and flags that the verbs of `drover batch` share. */
import type { ArgumentSpec, FlagSpec } from "../../table/command-spec.ts";

export const BATCH: ArgumentSpec = {
  name: "<batch>",
  about: "a batch's id, or a runbook's name for its newest batch",
};
export const MEMBER: ArgumentSpec = {
  name: "<member>",
  about: "a member's key or id, or how its key begins",
};
export const MEMBER_FLAG: FlagSpec = {
  flags: "--member <member>",
  about: "only this member: a key, an id, or how a key begins",
};
export const RUNBOOK_FLAG: FlagSpec = {
  flags: "--runbook <runbook-name>",
  about: "only of this runbook",
};
export const MEMBERS_FILE: FlagSpec = {
  flags: "--members <csv>",
  about: "the table of members, or - for stdin",
  required: true,
};

export const ID_MAX = 999_999_999;
