/** Whom Entra believes without a secret: one environment of one repository, named exactly. Pure.
 *  A wildcard, or a branch that anybody may push to, would let strangers in. */

const GITHUB = "https://token.actions.githubusercontent.com";
const EXCHANGE = "api://AzureADTokenExchange";

export const pipelineCredential = (repository: string, environment: string) => ({
  displayName: `github-${environment}`,
  description: `Pipelines of ${repository} that were let into the environment ${environment}.`,
  issuer: GITHUB,
  subject: `repo:${repository}:environment:${environment}`,
  audiences: [EXCHANGE],
});
