/** The columns of a runbook version, in the order in which it is read. */

export const RUNBOOK_COLUMNS = [
  "name",
  "version",
  "yaml_content",
  "data_table_name",
  "is_active",
  "overdue_behavior",
  "ignore_overdue_applied",
  "rerun_init",
  "created_at",
  "published_by",
  "last_error",
  "last_error_at",
  "pins_batches",
] as const;
