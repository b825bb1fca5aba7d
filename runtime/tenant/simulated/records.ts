/** Rows that remember their last versions, because a real tenant shows old ones for a while.
 *  V1. A view never goes back: what it has shown it shows, or something newer.
 *  V2. A version is forgotten only when no view can show it any more. */
import { TENANT_LIMITS } from "./limits.ts";

export type Version<Value> = {
  readonly at: number;
  /** Null: there is no such object any more. */
  readonly value: Value | null;
};

export type Row<Value> = {
  /** Order of first appearance: what pages are cut by. */
  readonly seq: number;
  /** Oldest first, never empty. */
  readonly versions: readonly Version<Value>[];
};

export type Table<Value> = Map<string, Row<Value>>;

/** How long after a change at `at` this view shows it. */
export type Lag = (key: string, at: number) => number;

/** What the service itself knows. */
export const latest = <Value>(row: Row<Value> | undefined): Value | null =>
  row?.versions.at(-1)?.value ?? null;

/** What somebody who reads sees. */
export function shown<Value>(
  row: Row<Value> | undefined,
  key: string,
  now: number,
  lag: Lag,
): Value | null {
  if (row === undefined) return null;
  for (let at = row.versions.length - 1; at >= 0; at--) {
    const version = row.versions[at];
    if (version === undefined) continue;
    const certain = version.at + TENANT_LIMITS.lagMsMax <= now;
    if (certain || version.at + lag(key, version.at) <= now) return version.value;
  }
  return null;
}

export function withVersion<Value>(
  row: Row<Value> | undefined,
  seq: number,
  version: Version<Value>,
): Row<Value> {
  if (row === undefined) return { seq, versions: [version] };
  const oldest = version.at - TENANT_LIMITS.lagMsMax;
  const settled = row.versions.findLastIndex(({ at }) => at <= oldest);
  return { seq: row.seq, versions: [...row.versions.slice(Math.max(0, settled)), version] };
}
