/** Proxy addresses as Exchange keeps them: a kind, a colon, an address. `SMTP` in capitals is the
 *  primary one and `smtp` another; letter case means nothing in the address itself, nor in any
 *  other kind. Whoever writes an address without kind means mail.
 *  P1. A list that comes out of here has at most one primary address and none twice.
 *  P2. Addresses of other kinds (x500, sip …) stay unless they are named. */

const PREFIXED = /^([A-Za-z][A-Za-z0-9]*):(.+)$/s;
const PRIMARY = "SMTP:";
const SECONDARY = "smtp:";

const partsOf = (written: string): { readonly kind: string; readonly address: string } => {
  const [, kind, address] = PREFIXED.exec(written) ?? [];
  return kind === undefined || address === undefined
    ? { kind: "smtp", address: written }
    : { kind, address };
};

/** Two writings with the same key are one address. */
export const addressKey = (written: string): string => {
  const { kind, address } = partsOf(written);
  return `${kind.toLowerCase()}:${address.toLowerCase()}`;
};

/** Without `smtp:` in front: how an external address is compared. */
export const bareAddress = (written: string): string => {
  const { kind, address } = partsOf(written);
  return kind.toLowerCase() === "smtp" ? address.toLowerCase() : addressKey(written);
};

const isPrimary = (written: string): boolean => written.startsWith(PRIMARY);
const isMail = (written: string): boolean => partsOf(written).kind.toLowerCase() === "smtp";

const asSecondary = (written: string): string =>
  isMail(written) ? `${SECONDARY}${partsOf(written).address}` : written;

export const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === "string" ? [value] : value;

/** The first of each key. */
function distinct(all: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const each of all) if (!byKey.has(addressKey(each))) byKey.set(addressKey(each), each);
  return [...byKey.values()];
}

/** Null where they are all there already. */
export function withSecondary(
  present: readonly string[],
  added: readonly string[],
): readonly string[] | null {
  const known = new Set(present.map(addressKey));
  const missing = distinct(added.map(asSecondary)).filter((each) => !known.has(addressKey(each)));
  return missing.length === 0 ? null : [...present, ...missing];
}

/** The one that was primary stays as another one. Null where it is the primary one already. */
export function withPrimary(present: readonly string[], wanted: string): readonly string[] | null {
  const primary = `${PRIMARY}${partsOf(wanted).address}`;
  const key = addressKey(primary);
  const now = present.filter(isPrimary);
  if (now.length === 1 && now[0] !== undefined && addressKey(now[0]) === key) return null;
  const others = present.filter((each) => addressKey(each) !== key).map(asSecondary);
  return [primary, ...others];
}

/** Mail addresses become the wanted ones. Where none of them is written as primary, the present
 *  primary one stays it, and stays. Null where nothing would change. */
export function withAll(
  present: readonly string[],
  wanted: readonly string[],
): readonly string[] | null {
  const primary = wanted.find(isPrimary) ?? present.find(isPrimary);
  const rest = wanted.filter((each) => each !== primary).map(asSecondary);
  const kept = present.filter((each) => !isMail(each));
  const next = distinct([...(primary === undefined ? [] : [primary]), ...rest, ...kept]);
  return sameAddresses(present, next) ? null : next;
}

const exactKey = (written: string): string =>
  `${isPrimary(written) ? "primary " : ""}${addressKey(written)}`;

function sameAddresses(some: readonly string[], others: readonly string[]): boolean {
  const keys = new Set(some.map(exactKey));
  return keys.size === others.length && others.every((each) => keys.has(exactKey(each)));
}
