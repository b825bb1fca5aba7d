/** An app of many tenants lets anybody's people sign in; without assignment everybody of ours
 *  holds a token. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet } from "../resource-rule.ts";

const APPLICATION = /^azuread:index\/application:Application$/;
const PRINCIPAL = /^azuread:index\/servicePrincipal:ServicePrincipal$/;

export const entraNarrowApps = {
  name: "entra-narrow-apps",
  displayName: "App registrations are narrow",
  description:
    "App registrations serve one tenant, give no implicit tokens and want an assignment.",
  severity: "high",
  validateResource: ({ type, props }, report) => {
    if (APPLICATION.test(type)) {
      if (isSet(props, "signInAudience") && props.signInAudience !== "AzureADMyOrg")
        report('Set signInAudience to "AzureADMyOrg": other tenants have no business here.');
      const grant = props.web?.implicitGrant;
      if (grant?.accessTokenIssuanceEnabled === true || grant?.idTokenIssuanceEnabled === true)
        report("Switch implicit grants off: tokens in addresses stay in histories.");
    }
    if (PRINCIPAL.test(type) && props.appRoleAssignmentRequired !== true)
      report("Set appRoleAssignmentRequired to true: who has no role gets no token.");
  },
} satisfies ResourceValidationPolicy;
