/** An app of many tenants lets anybody's people sign in; a token in an address stays in
 *  histories. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet } from "../resource-rule.ts";

const APPLICATION = /^azuread:index\/application:Application$/;

export const entraNarrowApps = {
  name: "entra-narrow-apps",
  displayName: "App registrations are narrow",
  description: "App registrations serve one tenant and give no implicit tokens.",
  severity: "high",
  validateResource: ({ type, props }, report) => {
    if (!APPLICATION.test(type)) return;
    if (isSet(props, "signInAudience") && props["signInAudience"] !== "AzureADMyOrg")
      report('Set signInAudience to "AzureADMyOrg": other tenants have no business here.');
    const grant = props["web"]?.implicitGrant;
    if (grant?.accessTokenIssuanceEnabled === true || grant?.idTokenIssuanceEnabled === true)
      report("Switch implicit grants off: tokens in addresses stay in histories.");
  },
} satisfies ResourceValidationPolicy;
