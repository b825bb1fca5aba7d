/** Callers of the API in Azure: by tokens of the one tenant that the settings name (M-106). Its
 *  keys are fetched over HTTPS, within a few seconds and kilobytes, and kept. */
import type { JSONWebKeySet } from "jose";
import { z } from "zod";
import { bearerCallers } from "../../../api/auth/bearer.ts";
import { type EntraSettings, expectedOf, keysAddress } from "../../../api/auth/expected-token.ts";
import { signingKeys } from "../../../api/auth/signing-keys.ts";
import type { Authenticate } from "../../../api/serving/caller.ts";
import type { adminApiSettings } from "../../../contract/blueprint/settings/engine.ts";
import { API_SCOPE } from "../../../contract/http/roles.ts";
import { readJson } from "../../../contract/json.ts";

type Settings = Pick<
  z.output<typeof adminApiSettings>,
  | "DROVER_ENTRA_INSTANCE"
  | "DROVER_TENANT_ID"
  | "DROVER_API_CLIENT_ID"
  | "DROVER_API_AUDIENCE"
  | "DROVER_ALLOWED_APPS"
>;

export type EntraParts = {
  readonly settings: Settings;
  readonly fetch: (address: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly now: () => Date;
  /** Why a token was not believed, for the log. */
  readonly refused: (why: string) => void;
};

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 262_144;

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

export function entraCallers({ settings, fetch, now, refused }: EntraParts): Authenticate {
  const entra: EntraSettings = {
    instance: settings.DROVER_ENTRA_INSTANCE,
    tenantId: settings.DROVER_TENANT_ID,
    clientId: settings.DROVER_API_CLIENT_ID,
    audience: settings.DROVER_API_AUDIENCE,
    scope: API_SCOPE,
    apps: settings.DROVER_ALLOWED_APPS,
  };
  const load = async (): Promise<JSONWebKeySet> => {
    const answer = await fetch(keysAddress(entra), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`the keys were answered with ${answer.status}`);
    const read = readJson(await answer.text(), BYTES_MAX);
    if (!read.ok) throw new Error(`the keys cannot be read: ${read.error.kind}`);
    return Keys.parse(read.value);
  };
  return bearerCallers({
    keys: signingKeys({ load, now }),
    expected: expectedOf(entra),
    now,
    refused,
  });
}
