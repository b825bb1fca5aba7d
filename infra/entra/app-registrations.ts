/** How people and programs are known to the API: its own registration with roles and a scope, the
 *  CLI as a public client, and the pipeline of the repository by federation.
 *  E1. No registration has a password or a certificate: nothing here can leak.
 *  E2. Only who was let in gets a token: for the API by a role, for a client by being assigned. */

import { Application } from "@pulumi/azuread/application.js";
import federation from "@pulumi/azuread/applicationFederatedIdentityCredential.js";
import { ApplicationIdentifierUri } from "@pulumi/azuread/applicationIdentifierUri.js";
import { ApplicationPreAuthorized } from "@pulumi/azuread/applicationPreAuthorized.js";
import { AppRoleAssignment } from "@pulumi/azuread/appRoleAssignment.js";
import { ServicePrincipal } from "@pulumi/azuread/servicePrincipal.js";
import * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { ACCESS_SCOPE, APP_ROLES, roleSettings, scopeSettings } from "./app-roles.ts";
import { pipelineCredential } from "./federation.ts";

export type AppRegistrationsArgs = { readonly estate: Estate };

/** Where the CLI waits for the browser; any port of the machine it runs on. */
const LOOPBACK = "http://localhost";

const ONE_TENANT = "AzureADMyOrg";

export class AppRegistrations extends pulumi.ComponentResource {
  readonly apiClientId: pulumi.Output<string>;
  readonly apiAudience: pulumi.Output<string>;
  readonly cliClientId: pulumi.Output<string>;
  readonly #name: string;
  readonly #estate: Estate;

  constructor(
    name: string,
    { estate }: AppRegistrationsArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:entra:AppRegistrations", name, {}, opts);
    this.#name = name;
    this.#estate = estate;
    const api = this.#api();
    const audience = new ApplicationIdentifierUri(
      `${name}-api-uri`,
      { applicationId: api.id, identifierUri: pulumi.interpolate`api://${api.clientId}` },
      { parent: api },
    );
    const principal = new ServicePrincipal(
      `${name}-api-principal`,
      { clientId: api.clientId, appRoleAssignmentRequired: true },
      { parent: api },
    );
    this.apiClientId = api.clientId;
    this.apiAudience = audience.identifierUri;
    this.cliClientId = this.#cli(api).clientId;
    if (estate.config.pipeline !== undefined) this.#pipeline(principal, estate.config.pipeline);
    this.registerOutputs();
  }

  #register(
    own: string,
    args: Partial<ConstructorParameters<typeof Application>[1]>,
    opts: pulumi.CustomResourceOptions = {},
  ): Application {
    const { project, config } = this.#estate;
    return new Application(
      `${this.#name}-${own}`,
      {
        displayName: `${project}-${config.stack}-${own}`,
        signInAudience: ONE_TENANT,
        // A second registration of the name would be the one that nobody consented to.
        preventDuplicateNames: true,
        ...args,
      },
      { parent: this, protect: config.protect, ...opts },
    );
  }

  #api(): Application {
    const { config, hosts } = this.#estate;
    return this.#register(
      "api",
      {
        description: `The API and the dashboard of the ${config.stack} estate.`,
        api: { requestedAccessTokenVersion: 2, oauth2PermissionScopes: scopeSettings() },
        appRoles: roleSettings(),
        // The dashboard signs people in from the browser, with PKCE and without a secret.
        singlePageApplication: { redirectUris: [`https://${hosts.site("admin-api")}/`] },
      },
      // Its URI is made of its own id, so by a resource beside it: an update would take it away.
      { ignoreChanges: ["identifierUris"] },
    );
  }

  /** Device code, or the browser with PKCE: neither needs a secret. */
  #cli(api: Application): Application {
    const cli = this.#register("cli", {
      description: "The command line client; it acts for the person who signed in.",
      fallbackPublicClientEnabled: true,
      publicClient: { redirectUris: [LOOPBACK] },
      requiredResourceAccesses: [
        {
          resourceAppId: api.clientId,
          resourceAccesses: [{ id: ACCESS_SCOPE.id, type: "Scope" }],
        },
      ],
    });
    new ServicePrincipal(
      `${this.#name}-cli-principal`,
      { clientId: cli.clientId, appRoleAssignmentRequired: true },
      { parent: cli },
    );
    new ApplicationPreAuthorized(
      `${this.#name}-cli-consent`,
      {
        applicationId: api.id,
        authorizedClientId: cli.clientId,
        permissionIds: [ACCESS_SCOPE.id],
      },
      { parent: cli },
    );
    return cli;
  }

  /** Publishes and starts what the repository says, as an operator; it administers nothing. */
  #pipeline(api: ServicePrincipal, repository: string): void {
    const { stack } = this.#estate.config;
    const application = this.#register("pipeline", {
      description: `Pipelines of ${repository}, in their environment ${stack}.`,
    });
    new federation.ApplicationFederatedIdentityCredential(
      `${this.#name}-pipeline-federation`,
      { applicationId: application.id, ...pipelineCredential(repository, stack) },
      { parent: application },
    );
    const principal = new ServicePrincipal(
      `${this.#name}-pipeline-principal`,
      { clientId: application.clientId, appRoleAssignmentRequired: true },
      { parent: application },
    );
    new AppRoleAssignment(
      `${this.#name}-pipeline-operator`,
      {
        appRoleId: APP_ROLES.Operator.id,
        principalObjectId: principal.objectId,
        resourceObjectId: api.objectId,
      },
      { parent: application },
    );
  }
}
