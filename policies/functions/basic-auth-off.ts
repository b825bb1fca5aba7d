/** Publishing credentials are a password that replaces our code; Azure creates them unless told
 *  not to. */
import type { StackValidationPolicy } from "@pulumi/policy";
import { each, liesIn, ofTypes } from "../stack-rule.ts";

export const functionBasicAuthOff = {
  name: "functions-basic-auth-off",
  displayName: "Functions have no publishing passwords",
  description:
    "Publishing by user name and password is switched off, for FTP and for the deployment site.",
  severity: "high",
  tags: ["Azure.AppService.WebSecureFtp", "CKV_AZURE_78"],
  validateStack: ({ resources }, report) => {
    each(ofTypes(resources, "web:WebApp"), (app) => {
      for (const type of ["web:WebAppFtpAllowed", "web:WebAppScmAllowed"]) {
        const own = ofTypes(resources, type).filter((one) => liesIn(one, app, "name"));
        if (own.some(({ props }) => props["allow"] === false)) continue;
        report(
          `Add a ${type.slice(4)} with allow: false: its password replaces our code.`,
          app.urn,
        );
      }
    });
  },
} satisfies StackValidationPolicy;
