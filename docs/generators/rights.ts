/** The page on who may do what: roles in Azure, roles in the database, permissions in tenants. */
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import {
  DATABASE_ADMINISTRATOR,
  DATABASE_RIGHTS,
} from "../../runtime/contract/blueprint/database-rights.ts";
import { DELEGATIONS, delegationCondition } from "../../runtime/contract/blueprint/delegation.ts";
import { RIGHTS } from "../../runtime/contract/blueprint/rights.ts";
import {
  BUILT_IN_ROLES,
  CUSTOM_ROLES,
  DENIED_ROLES,
} from "../../runtime/contract/blueprint/roles.ts";
import { scopeText } from "../../runtime/contract/blueprint/scope-text.ts";
import { TENANT_PERMISSIONS } from "../../runtime/contract/blueprint/tenant-permissions.ts";
import { code, codes, page, section, table } from "./markdown.ts";

const onlyIf = (when: string): string => (when === "always" ? "always" : `with ${when}`);

const componentSection = (component: string): string =>
  section(component, component, [
    table(
      ["Role", "On", "Because", "When"],
      RIGHTS.filter((right) => right.component === component).map((right) => [
        right.role,
        scopeText(right.scope),
        right.reason,
        onlyIf(right.when),
      ]),
    ),
  ]);

const delegationSection = (): string =>
  section("handed-on", "What may be handed on", [
    "Wherever a component may assign roles, a condition names the roles it may assign and to " +
      "what kind of principal. It cannot bound the scope: the column On is what the code does, " +
      "the subscription is what the condition holds " +
      "([decision 0009](../decisions/0009-rights-beyond-the-first-table.md)).",
    table(
      ["Who", "May assign", "On", "Because", "When"],
      DELEGATIONS.map((one) => [
        code(one.holder),
        one.allowedRoles.join(", "),
        one.grantedOn,
        one.reason,
        onlyIf(one.when),
      ]),
    ),
    ...DELEGATIONS.map(
      (one) =>
        `The condition on ${scopeText(one.scope)}:\n\n` +
        `\`\`\`text\n${delegationCondition(one)}\n\`\`\``,
    ),
  ]);

const databaseSection = (): string =>
  section("database", "In the database", [
    `Contained users without passwords. ${code(DATABASE_ADMINISTRATOR)} administers the server ` +
      "through its group, creates these users and ends.",
    table(
      ["User", "Database roles", "Because"],
      DATABASE_RIGHTS.map((one) => [code(one.component), codes(one.roles), one.reason]),
    ),
  ]);

const tenantSection = (): string =>
  section("tenants", "In tenants", [
    "Application permissions by family of functions; a worker is consented to what it runs.",
    table(
      ["Family", "API", "Permission", "Functions", "When"],
      TENANT_PERMISSIONS.map((one) => [
        one.family,
        one.api,
        code(one.permission),
        codes(one.functions),
        onlyIf(one.when),
      ]),
    ),
  ]);

const roleSection = (): string =>
  section("roles", "Roles", [
    table(
      ["Built-in role", "Id"],
      Object.entries(BUILT_IN_ROLES).map(([name, id]) => [name, code(id)]),
    ),
    table(
      ["Role of our own", "For", "Actions", "Except"],
      Object.entries(CUSTOM_ROLES).map(([name, role]) => [
        name,
        role.description,
        codes(role.actions),
        codes(role.notActions),
      ]),
    ),
    table(
      ["Never granted", "Id"],
      Object.entries(DENIED_ROLES).map(([name, id]) => [name, code(id)]),
    ),
  ]);

export const rightsPage = (): string =>
  page(
    "Rights",
    "Who may do what, on the narrowest scope that works, and why; nothing else is assigned.",
    [
      ...Object.keys(COMPONENTS).map(componentSection),
      delegationSection(),
      databaseSection(),
      tenantSection(),
      roleSection(),
    ],
  );
