/** The little of Entra that signing in with a device code and renewing a token needs. */
import { apiServer, json } from "../api-server.ts";

const HOST = "https://login.microsoftonline.com";

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const configuration = (tenant: string) => ({
  issuer: `${HOST}/${tenant}/v2.0`,
  authorization_endpoint: `${HOST}/${tenant}/oauth2/v2.0/authorize`,
  token_endpoint: `${HOST}/${tenant}/oauth2/v2.0/token`,
  device_authorization_endpoint: `${HOST}/${tenant}/oauth2/v2.0/devicecode`,
  jwks_uri: `${HOST}/${tenant}/discovery/v2.0/keys`,
});

const instances = (tenant: string) => ({
  tenant_discovery_endpoint: `${HOST}/${tenant}/v2.0/.well-known/openid-configuration`,
  metadata: [
    {
      preferred_network: "login.microsoftonline.com",
      preferred_cache: "login.windows.net",
      aliases: ["login.microsoftonline.com", "login.windows.net"],
    },
  ],
});

export async function entraServer(tenant: string, client: string) {
  let lifetime = 3600;
  let tokens = 0;
  const { url, asked } = await apiServer(({ path, body }, response) => {
    if (path.includes("openid-configuration")) return json(response, configuration(tenant));
    if (path.includes("instance")) return json(response, instances(tenant));
    if (path.includes("/devicecode"))
      return json(response, {
        user_code: "ABCD-1234",
        device_code: "device",
        verification_uri: "https://example.com/device",
        expires_in: 900,
        interval: 0,
        message: "",
      });
    tokens += 1;
    const claims = {
      aud: client,
      iss: `${HOST}/${tenant}/v2.0`,
      tid: tenant,
      oid: "o",
      sub: "s",
      preferred_username: "ada@contoso.com",
      exp: 4_000_000_000,
    };
    json(response, {
      token_type: "Bearer",
      scope: new URLSearchParams(body).get("scope"),
      expires_in: lifetime,
      access_token: `access-${tokens}`,
      refresh_token: `refresh-${tokens}`,
      id_token: `${part({ alg: "none" })}.${part(claims)}.x`,
      client_info: part({ uid: "u", utid: tenant }),
    });
  });
  return {
    url,
    /** How often an endpoint was asked. */
    asked: (endpoint: string): number =>
      asked.filter(({ path }) => path.split("?")[0]?.endsWith(`/${endpoint}`)).length,
    lifetimeSec: (seconds: number): void => {
      lifetime = seconds;
    },
  };
}
