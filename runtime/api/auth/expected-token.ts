/** Which tokens the API believes: those of one tenant, for one audience. Everything is exact; there
 *  is no list of "also accepted" but what is written here. */

export type ExpectedToken = {
  readonly tenantId: string;
  /** Both forms in which the tenant signs: by `ver` 1.0 and 2.0. */
  readonly issuers: { readonly v1: string; readonly v2: string };
  /** The API's client id and its address. */
  readonly audiences: readonly string[];
  /** What a person's program must have been allowed to do. */
  readonly scope: string;
  /** Programs that may call without a person. */
  readonly apps: readonly string[];
};

export type EntraSettings = {
  /** `https://login.microsoftonline.com/` or that of a national cloud. */
  readonly instance: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly audience: string;
  readonly scope: string;
  readonly apps: readonly string[];
};

/** v1 tokens are signed in the name of another host than the one people sign in at. */
const V1_HOSTS: Readonly<Record<string, string>> = {
  "login.microsoftonline.com": "sts.windows.net",
  "login.microsoftonline.us": "sts.windows.net",
  "login.partner.microsoftonline.cn": "sts.chinacloudapi.cn",
};

export function expectedOf(settings: EntraSettings): ExpectedToken {
  const { instance, tenantId, clientId, audience, scope, apps } = settings;
  const { origin, host } = new URL(instance);
  return {
    tenantId,
    issuers: {
      v1: `https://${V1_HOSTS[host] ?? host}/${tenantId}/`,
      v2: `${origin}/${tenantId}/v2.0`,
    },
    audiences: [clientId, audience],
    scope,
    apps,
  };
}

/** Where the tenant publishes the keys it signs with. */
export const keysAddress = ({ instance, tenantId }: EntraSettings): string =>
  `${new URL(instance).origin}/${tenantId}/discovery/v2.0/keys`;
