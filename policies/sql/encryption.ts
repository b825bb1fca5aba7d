/** Azure encrypts by default; only a resource that says otherwise can undo it. `ledger` in
 *  policies/<stack>.json demands tamper evidence too. */
import type { DatabaseArgs } from "@pulumi/azure-native/sql/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onTypes } from "../resource-rule.ts";

export const sqlEncryption = {
  name: "sql-encryption",
  displayName: "SQL encryption at rest",
  description:
    "Encryption of the database is never switched off; a stack may also demand a ledger.",
  severity: "critical",
  tags: ["Azure.SQL.TDE", "CKV2_AZURE_25", "CKV_AZURE_224"],
  configSchema: { properties: { ledger: { type: "boolean" } } },
  validateResource: onTypes<DatabaseArgs>(
    ["sql:Database", "sql:TransparentDataEncryption"],
    (props, report, args) => {
      if (
        args.type === "azure-native:sql:TransparentDataEncryption" &&
        !isWord(Reflect.get(props, "state"), "Enabled")
      )
        report('Set state to "Enabled": a copied file of the database must be unreadable.');
      const { ledger = false } = args.getConfig<{ ledger?: boolean }>();
      if (ledger && args.type === "azure-native:sql:Database" && props.isLedgerOn !== true)
        report("Set isLedgerOn to true: this stack must be able to prove that no row was changed.");
    },
  ),
} satisfies ResourceValidationPolicy;
