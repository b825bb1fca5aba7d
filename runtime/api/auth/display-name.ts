/** What people are called in the log (M-105): for display only. Names change and repeat; whoever is
 *  authorised is so by tenant and object id. */
import type { JWTPayload } from "jose";

const CHAIN = ["preferred_username", "name", "oid"] as const;
const CHARS_MAX = 128;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function displayName(claims: JWTPayload): string {
  for (const claim of CHAIN) {
    const value = claims[claim];
    if (typeof value !== "string") continue;
    const shown = value.replaceAll(INVISIBLE, "").trim().slice(0, CHARS_MAX);
    if (shown !== "") return shown;
  }
  return "system";
}
