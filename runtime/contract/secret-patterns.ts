/** Finding secrets by what they look like, for those whose value nobody here knows: tokens,
 *  signatures, keys, and whatever stands behind a name such as `client_secret`.
 *  N1. Every pattern is linear: what may be long cannot fail behind it, what may fail is bounded,
 *      and none begins within a run that it could itself have begun (R56).
 *  N2. Too much is hidden rather than too little. */
import { SECRET_MARK } from "./secret.ts";

/** In names such as `client_secret`, `AZURE_CLIENT_SECRET`, `"password"`, `X-Api-Key`. */
const NAMES = [
  "client_?secret",
  "secret",
  "password",
  "passwd",
  "pwd",
  "api[-_]?key",
  "account_?key",
  "shared_?access_?key",
  "subscription[-_]?key",
  "access_?token",
  "refresh_?token",
  "id_?token",
  "assertion",
  "client_?assertion",
  "sig",
  "signature",
].join("|");

/** A quoted value goes on to its quote, also an escaped one; another one to the next break. */
const NAMED = new RegExp(
  `((?:${NAMES})\\\\{0,3}["']?\\s{0,3}[:=]\\s{0,3})` +
    `(?:\\\\{1,3}"[^"\\\\]*|"(?:[^"\\\\]|\\\\[^])*|'[^']*|[^\\s"'&;,<>}\\\\]+)`,
  "gi",
);

const LOOKS: readonly (readonly [pattern: RegExp, shown: string])[] = [
  // A token of three parts, the first of which is JSON in base64.
  [/(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?)?/g, SECRET_MARK],
  [/\b(Bearer|Basic|SharedAccessSignature)\s{1,3}[^\s"',;<>\\]{8,}/gi, `$1 ${SECRET_MARK}`],
  [/\bsk-ant-[A-Za-z0-9_-]+/g, SECRET_MARK],
  // A client secret as Entra makes it.
  [/[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}/g, SECRET_MARK],
  [/(:\/\/[^\s/:@]{0,128}:)[^\s/@]{1,256}@/g, `$1${SECRET_MARK}@`],
  [NAMED, `$1${SECRET_MARK}`],
  [/\b((?:password|passphrase|secret)\s{1,3}(?:is|was):?\s{1,3})[^\s"'<>]+/gi, `$1${SECRET_MARK}`],
];

export const hideLooks = (text: string): string =>
  LOOKS.reduce((hidden, [pattern, shown]) => hidden.replace(pattern, shown), hideKeys(text));

const KEY_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const KEY_END = "-----END ";

/** A private key in PEM, to its end line or, when that is cut off, to the end of the text. */
function hideKeys(text: string): string {
  let hidden = "";
  let from = 0;
  for (const begin of text.matchAll(KEY_BEGIN)) {
    if (begin.index < from) continue;
    hidden += text.slice(from, begin.index) + SECRET_MARK;
    const end = text.indexOf(KEY_END, begin.index);
    const line = end === -1 ? -1 : text.indexOf("-----", end + KEY_END.length);
    from = line === -1 ? text.length : line + "-----".length;
  }
  return hidden + text.slice(from);
}
