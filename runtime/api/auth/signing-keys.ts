/** The keys a tenant signs with, fetched once and kept.
 *  K1. One request at a time, whoever asks; after an unknown key or a failure none for a while, so
 *      that forged key ids cost the tenant nothing.
 *  K2. While the tenant cannot be reached the last good keys serve, for a day at most.
 *  K3. Keys come from the tenant alone: what a token says of keys chooses among them, no more. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";

export type KeySource = {
  /** Throws when they cannot be had. */
  readonly load: () => Promise<JSONWebKeySet>;
  readonly now: () => Date;
};

const COOLDOWN_MS = 30_000;
const FRESH_MS = 600_000;
const KEPT_MS = 24 * 3_600_000;

type Kept = { readonly keys: JWTVerifyGetKey; readonly at: number };

export function signingKeys({ load, now }: KeySource): JWTVerifyGetKey {
  let kept: Kept | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const loadOnce = async (): Promise<void> => {
    const at = now().getTime();
    if (at - triedAt < COOLDOWN_MS) return;
    triedAt = at;
    try {
      kept = { keys: createLocalJWKSet(await load()), at };
    } catch {
      // The last good keys stay; without any the next line says that there are none.
    }
  };
  const refresh = (): Promise<void> => {
    loading ??= loadOnce().finally(() => {
      loading = null;
    });
    return loading;
  };
  const ageMs = (): number =>
    kept === null ? Number.POSITIVE_INFINITY : now().getTime() - kept.at;

  return async (header, token) => {
    if (ageMs() > FRESH_MS) await refresh();
    if (kept === null || ageMs() > KEPT_MS) throw new errors.JWKSTimeout();
    try {
      return await kept.keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      return kept.keys(header, token);
    }
  };
}
