/** A client secret is copied into files and outlives the people who did so; federation leaves
 *  nothing to copy. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet } from "../resource-rule.ts";

const PASSWORDS = /^azuread:index\/(?:application|servicePrincipal)Password:/;
const APPLICATION = /^azuread:index\/application:Application$/;

export const entraNoPasswords = {
  name: "entra-no-passwords",
  displayName: "App registrations have no passwords",
  description: "No app registration has a client secret.",
  severity: "critical",
  validateResource: ({ type, props }, report) => {
    if (PASSWORDS.test(type))
      report("Use a federated credential: a client secret is one more thing to leak.");
    if (APPLICATION.test(type) && (isSet(props, "password") || isSet(props, "passwords")))
      report("Remove the password: a client secret is one more thing to leak.");
  },
} satisfies ResourceValidationPolicy;
