/** What can be configured, and how each value is checked. Older names of the variables, which an
 *  earlier tool of the same kind read, are taken after ours. */

import type { ConfigKey } from "./key-names.ts";
import { isLoopback } from "./loopback.ts";

type KeyFacts = {
  readonly about: string;
  /** The first that is set counts. */
  readonly variables: readonly string[];
  readonly expects: string;
  readonly isValid: (text: string) => boolean;
};

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

const variables = (name: string): readonly string[] => [`DROVER_${name}`, `MATOOLKIT_${name}`];

export const KEY_FACTS: Readonly<Record<ConfigKey, KeyFacts>> = {
  apiUrl: {
    about: "the address of the Drover to talk to",
    variables: variables("API_URL"),
    expects: "an https address, or http on this machine, such as https://drover.example.com",
    isValid: isApiUrl,
  },
  tenantId: {
    about: "the Entra tenant to sign in to",
    variables: variables("TENANT_ID"),
    expects: "a GUID or a domain of the tenant",
    isValid: (text) => GUID.test(text) || DOMAIN.test(text),
  },
  clientId: {
    about: "the app registration of this command line",
    variables: variables("CLIENT_ID"),
    expects: "a GUID",
    isValid: (text) => GUID.test(text),
  },
  apiScope: {
    about: "the scope of the API to ask a token for",
    variables: variables("API_SCOPE"),
    expects: "a scope such as api://<app id>/access",
    isValid: (text) => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text) && text.length <= 500,
  },
};

/** A token travels with every call, so plain http is for this machine only. */
function isApiUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const isPlain = username + password + search + hash === "";
  return isPlain && (protocol === "https:" || (protocol === "http:" && isLoopback(text)));
}
