/** A wildcard, a pull request or a whole repository lets unreviewed code sign in as us. */
import type { ResourceValidationPolicy } from "@pulumi/policy";

const CREDENTIAL = /^(?:azure-native:managedidentity|azuread:index).*FederatedIdentityCredential$/;

const WIDE = /[*?]|:pull_request$/;
const GITHUB = /token\.actions\.githubusercontent\.com/;
const EXACT = /^repo:[^/:]+\/[^/:]+:(?:environment:[^:]+|ref:refs\/(?:heads|tags)\/[^:]+)$/;

export const federatedSubjectExact = {
  name: "federated-subject-exact",
  displayName: "Federation names one caller",
  description: "A federated credential trusts one issuer, one exact subject and one audience.",
  severity: "critical",
  tags: ["CKV_AZURE_249"],
  validateResource: ({ type, props }, report) => {
    if (!CREDENTIAL.test(type)) return;
    const { subject = "", issuer = "", audiences = [] } = props;
    if (type.includes("Flexible"))
      report(
        "Use a credential with an exact subject: a pattern of claims matches more than is meant.",
      );
    else if (subject === "" || WIDE.test(subject) || (GITHUB.test(issuer) && !EXACT.test(subject)))
      report(
        "Name one environment or branch as the subject: anything wider lets unreviewed code in.",
      );
    if (!String(issuer).startsWith("https://"))
      report("Name the issuer by its https address: whoever answers there signs in as us.");
    if (audiences.length > 1)
      report("Name one audience: a token meant for others must not work here.");
  },
} satisfies ResourceValidationPolicy;
