/** x3xxx: every part has its form, and together they do not make sense; times and functions are
 *  told apart from these. x0xxx: the list of problems itself was cut. */
import type { CodeEntry } from "./code-entry.ts";

export const MEANING_CODES = {
  E3001: {
    title: "Two phases with one name",
    explanation:
      "Running batches find their phases by name, so a name must be unique in the runbook.",
    example: "phases:\n  - name: cutover\n  - name: cutover",
  },
  E3002: {
    title: "An unknown rollback",
    explanation: "`on_failure` names a sequence that `rollbacks` does not have.",
    example: "on_failure: undo-al",
  },
  W3003: {
    title: "A rollback nobody uses",
    explanation: "No step names this sequence in `on_failure`.",
    example: "rollbacks:\n  undo-user: […]",
  },
  W3004: {
    title: "A rollback inside a rollback",
    explanation:
      "A failed rollback step asks for a person's attention; it starts no second rollback, so " +
      "`on_failure` has no effect here.",
    example: "rollbacks:\n  undo:\n    - on_failure: other",
  },
  W3005: {
    title: "Two steps with one name",
    explanation:
      "Nothing breaks, but lists and logs of this sequence show two steps that cannot be told " +
      "apart.",
    example: "steps:\n  - name: move\n  - name: move",
  },
  W3006: {
    title: "Nothing to do",
    explanation: "The phase or rollback has no steps. A phase without steps completes at once.",
    example: "steps: []",
  },
  W3007: {
    title: "Phases out of order",
    explanation:
      "Phases run by their offsets. One that is due earlier than the phase above it is easy to " +
      "misread.",
    example: "- offset: T-1h\n- offset: T-5d",
  },
  W3008: {
    title: "An offset in immediate mode",
    explanation:
      "Such a batch starts the moment it is found, so a phase before the start is already due. " +
      "All phases begin at once, each after the one before.",
    example: "batch_time: immediate\nphases:\n  - offset: T-5d",
  },
  E3101: {
    title: "A template is never closed",
    explanation: "`{{` has no `}}` after it in the same text.",
    example: '"{{UserPrincipalName"',
  },
  E3102: {
    title: "An empty template",
    explanation: "Nothing stands between `{{` and `}}`.",
    example: '"{{ }}"',
  },
  E3103: {
    title: "Not a variable name",
    explanation:
      "Names of variables are letters, digits and underscores, with blanks and a few signs " +
      "inside; `__proto__` and its kin are reserved.",
    example: '"{{=cmd}}"',
  },
  E3104: {
    title: "A template too large",
    explanation: "The text with its variables is too long or has too many of them.",
    example: '"{{A}}{{A}}… 201 times"',
  },
  E3105: {
    title: "A member's variable where there is no member",
    explanation:
      "`init` and `finalize` run once per batch. They know only _batch_id and " +
      "_batch_start_time.",
    example: 'init:\n  - params: {User: "{{UserPrincipalName}}"}',
  },
  E3106: {
    title: "An unknown variable",
    explanation:
      "`columns` is declared, and the variable is neither a column nor an output of an earlier " +
      "step.",
    example: '"{{UserPrincipleName}}"',
  },
  W3107: {
    title: "A variable the query does not seem to return",
    explanation:
      "The variable is not in the query's SELECT list and no step sets it. Declare `columns` " +
      "to settle it.",
    example: '"{{UserPrincipleName}}"',
  },
  E3108: {
    title: "An output used too early",
    explanation:
      "The variable is set by a step that runs later than this one, and the source has no " +
      "column of that name.",
    example: '"{{MailboxGuid}}" before the step that sets it',
  },
  W3109: {
    title: "An output that may not exist yet",
    explanation:
      "A rollback or a removal can come before the step that sets the variable; the step would " +
      "then fail for want of it.",
    example: 'on_member_removed:\n  - params: {Id: "{{EntraUserId}}"}',
  },
  W3110: {
    title: "An output nobody can read",
    explanation:
      "Outputs belong to a member. Steps of `init` and `finalize` have none, so what they set " +
      "is lost.",
    example: "init:\n  - output_params: {Group: id}",
  },
  E3111: {
    title: "Not a name for an output",
    explanation: "The variable to set is not a usable name, or it is one of the special variables.",
    example: "output_params: {_batch_id: id}",
  },
  W3112: {
    title: "An output hides a column",
    explanation:
      "From this step on the variable means the output, not the column of the same name.",
    example: "output_params: {DisplayName: name}",
  },
  W3113: {
    title: "Almost a special variable",
    explanation: "The name is a slip away from _batch_id or _batch_start_time.",
    example: '"{{_batchid}}"',
  },
  E3114: {
    title: "A variable from init",
    explanation:
      "Only a step of `init` sets the variable, and members cannot see the outputs of `init`.",
    example: '"{{GroupId}}" set in init',
  },
  W3115: {
    title: "An output that is set later",
    explanation:
      "The variable is set by a step that runs later than this one. Unless the source has a " +
      "column of the same name, the step will fail for want of it. Declare `columns` to settle " +
      "it.",
    example: '"{{MailboxGuid}}" before the step that sets it',
  },
  E3201: {
    title: "Two answers to when a batch starts",
    explanation: "`batch_time` and `batch_time_column` exclude each other.",
    example: "batch_time: immediate\nbatch_time_column: Date",
  },
  E3202: {
    title: "No answer to when a batch starts",
    explanation: "The source needs `batch_time_column`, or `batch_time: immediate`.",
    example: "data_source:\n  type: sql",
  },
  E3203: {
    title: "Not among the declared columns",
    explanation:
      "`primary_key`, `batch_time_column` and `multi_valued_columns` must name columns of " +
      "`columns`.",
    example: "columns: [Mail]\nprimary_key: Upn",
  },
  W3204: {
    title: "Not among the selected columns",
    explanation: "The query's SELECT list does not seem to return this column.",
    example: "primary_key: Upn\nquery: SELECT Mail FROM users",
  },
  E3205: {
    title: "A column named twice",
    explanation: "The same column is listed more than once.",
    example: "columns: [Mail, Mail]",
  },
  E3206: {
    title: "Not a name for a column",
    explanation: "Templates could not refer to a column of this name.",
    example: 'columns: ["{{x}}"]',
  },
  E3501: {
    title: "A mark on no column",
    explanation:
      "`data_source.sensitive` names a column that is neither among `columns` nor in the " +
      "query's SELECT list. A misspelt mark would hide nothing, so where the columns cannot be " +
      "told from the file, `columns` must declare them.",
    example: "columns: [Mail, WelcomeCode]\nsensitive: [WelcomCode]",
  },
  E3502: {
    title: "A mark on what tells members apart",
    explanation:
      "The primary key names the member in every list and message, and the start time is the " +
      "batch's own: both are shown, so neither can be sensitive.",
    example: "primary_key: Mail\nsensitive: [Mail]",
  },
  E3503: {
    title: "A mark on nothing",
    explanation:
      "`sensitive` of a step names parameters of the same step and variables on the left of its " +
      "`output_params`. A param that uses a sensitive column or output needs no mark.",
    example: 'params: {Note: "{{Code}}"}\nsensitive: [Notes]',
  },
  E3504: {
    title: "A sensitive variable chooses the function",
    explanation:
      "The name of the function that runs is shown to everybody, so no sensitive column or " +
      "output may be part of it.",
    example: 'sensitive: [Kind]\nfunction: "New-{{Kind}}"',
  },
  W3505: {
    title: "A secret in the runbook's text",
    explanation:
      "The param is marked as sensitive and its value stands in the runbook, which everybody " +
      "can read who may see runbooks. Take it from a column or an output.",
    example: "params: {Note: open-sesame}\nsensitive: [Note]",
  },
  E0001: {
    title: "More problems",
    explanation: "The list was cut; at least one of the rest is an error.",
    example: "a file with 500 problems",
  },
  W0001: {
    title: "More warnings",
    explanation: "The list was cut; the rest are warnings.",
    example: "a file with 500 warnings",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
