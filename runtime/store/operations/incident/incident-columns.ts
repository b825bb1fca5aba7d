/** The columns of an incident, in the order in which it is read. */

export const DRAFT_COLUMNS = [
  "topic",
  "subscription",
  "sequence_number",
  "message_id",
  "body",
  "properties_json",
  "reason",
  "description",
  "batch_id",
] as const;

export const INCIDENT_COLUMNS = [
  "id",
  ...DRAFT_COLUMNS,
  "opened_at",
  "closed_at",
  "closed_how",
  "closed_by",
] as const;
