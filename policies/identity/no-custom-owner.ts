/** A role with every action is Owner under another name, which nobody's list of owners shows. */
import type { RoleDefinitionArgs } from "@pulumi/azure-native/authorization/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

/** Writing assignments or definitions, also by a star anywhere in the action. */
const GRANTS =
  /^(?:\*|Microsoft\.Authorization\/(?:\*|role(?:Assignments|Definitions)))(?:\/(?:\*|write))?$/i;

export const noCustomOwner = {
  name: "no-custom-owner",
  displayName: "No role of our own is an owner",
  description: "A custom role names its actions: it can neither do everything nor grant roles.",
  severity: "critical",
  tags: ["CKV_AZURE_39"],
  validateResource: onType<RoleDefinitionArgs>(
    "authorization:RoleDefinition",
    ({ permissions }, report) => {
      for (const { actions = [], notActions = [], dataActions = [] } of permissions ?? []) {
        if (
          dataActions.some((action) => action === "*") ||
          actions.some((action) => action === "*")
        )
          report(
            "List the actions one by one: a role that can do all is Owner under another name.",
          );
        const grants = actions.filter(
          (action) => GRANTS.test(action) && !notActions.includes(action),
        );
        for (const action of grants) report(`Drop ${action}: whoever grants roles can take any.`);
      }
    },
  ),
} satisfies ResourceValidationPolicy;
