/** The little of Entra that signing in, by device code or in a browser, and renewing a token
 *  needs. */
import type { ServerResponse } from "node:http";
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

/** The page after somebody has signed in: a form that a browser sends to where the request says. */
function leadBack(response: ServerResponse, path: string): void {
  const { searchParams } = new URL(path, HOST);
  const fields = {
    code: "the-code",
    state: searchParams.get("state"),
    client_info: part({ uid: "u", utid: "t" }),
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name=${name} value=${value}>`,
  );
  response.writeHead(200, { "content-type": "text/html" });
  response.end(`<form method=post action=${searchParams.get("redirect_uri")}>${inputs.join("")}`);
}

/** What a browser does with that page; the page it then shows. */
export async function sendForm(page: string): Promise<string> {
  const fields = [...page.matchAll(/name=([^ ]+) value=([^>]+)>/g)];
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of fields) body.set(name, value);
  const action = /action=([^>]+)>/.exec(page)?.[1] ?? "";
  return (await fetch(action, { method: "POST", body })).text();
}

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
    if (path.includes("/authorize")) return leadBack(response, path);
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
    /** What was sent to the token endpoint last. */
    sent: (): URLSearchParams => new URLSearchParams(asked.at(-1)?.body ?? ""),
    lifetimeSec: (seconds: number): void => {
      lifetime = seconds;
    },
  };
}
