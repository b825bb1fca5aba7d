/** The client that signs in with Entra: its network is the one the command line was given, and
 *  its cache is one file that only the user may read. Loaded when somebody signs in or a kept
 *  sign-in is used, never for help. */
import {
  type INetworkModule,
  type NetworkRequestOptions,
  type NetworkResponse,
  PublicClientApplication,
} from "@azure/msal-node";
import type { CliError } from "../cli-error.ts";
import { readPrivate, writePrivate } from "../config/private-file.ts";
import type { Context } from "../context.ts";

export type Registration = {
  readonly tenantId: string;
  readonly clientId: string;
  readonly cacheFile: string;
};

const AUTHORITY = "https://login.microsoftonline.com/";

export function msalClient(
  context: Context,
  { tenantId, clientId, cacheFile }: Registration,
): PublicClientApplication {
  const { world, machine } = context;
  return new PublicClientApplication({
    auth: { clientId, authority: `${AUTHORITY}${tenantId}` },
    system: { networkClient: networkOf(world.fetch) },
    cache: {
      cachePlugin: {
        beforeCacheAccess: async ({ tokenCache }) => {
          const text = await readPrivate(cacheFile, machine.platform);
          if (!text.ok) throw unusable(text.error);
          if (text.value !== null) tokenCache.deserialize(text.value);
        },
        afterCacheAccess: async ({ tokenCache, cacheHasChanged }) => {
          if (!cacheHasChanged) return;
          const kept = await writePrivate(cacheFile, tokenCache.serialize(), world.newId());
          if (!kept.ok) throw unusable(kept.error);
        },
      },
    },
  });
}

/** The library has no way to hand a value through; `signInError` takes it out again. */
const unusable = (error: CliError): Error => new Error(error.what, { cause: error });

const networkOf = (fetch: typeof globalThis.fetch): INetworkModule => ({
  sendGetRequestAsync: (url, options) => send(fetch, "GET", url, options),
  sendPostRequestAsync: (url, options) => send(fetch, "POST", url, options),
});

async function send<Body>(
  fetch: typeof globalThis.fetch,
  method: "GET" | "POST",
  url: string,
  { headers = {}, body }: NetworkRequestOptions = {},
): Promise<NetworkResponse<Body>> {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return {
    headers: Object.fromEntries(response.headers),
    body: (await response.json()) as Body,
    status: response.status,
  };
}
