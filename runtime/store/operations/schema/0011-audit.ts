/** Who changed what over HTTP, and who saw member data. */
import { LIMITS } from "../../../contract/limits.ts";
import { instant, number, text } from "./column-kinds.ts";
import { longText } from "./long-text.ts";
import type { TableDefinition } from "./table.ts";

const NAME = LIMITS.nameChars;

export const AUDIT_TABLES: readonly TableDefinition[] = [
  {
    name: "audit_log",
    primaryKey: "numbered",
    columns: {
      at: instant,
      actor: text(NAME),
      caller: text(NAME),
      action: text(NAME),
      target: longText,
      status: number,
      correlation_id: text(LIMITS.messageIdChars),
    },
    indexes: [{ name: "ix_audit_log_actor", columns: ["actor", "id"] }],
  },
];
