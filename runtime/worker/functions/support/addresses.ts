/** Proxy addresses as Exchange keeps them: a kind, a colon, an address. `SMTP` in capitals is the
 *  primary one and `smtp` another; letter case means nothing in the address itself, nor in any
 *  other kind. Whoever writes an address without kind means mail.
 *  P1. Addresses of other kinds (x500, sip …) are nobody's to take away. */

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

export const asSecondary = (written: string): string =>
  isMail(written) ? `${SECONDARY}${partsOf(written).address}` : written;

const distinct = (all: readonly string[]): readonly string[] => [
  ...new Map(all.map((each) => [addressKey(each), each])).values(),
];

/** To be added: none of them as primary. */
export const secondaryOf = (written: string | readonly string[]): readonly string[] =>
  distinct((typeof written === "string" ? [written] : written).map(asSecondary));

/** Which of these is written as primary, without its prefix. */
export function primaryOf(written: readonly string[]): string | null {
  const primary = written.find(isPrimary);
  return primary === undefined ? null : partsOf(primary).address;
}

/** Mail addresses that are present and not wanted. Where no primary one is wanted, the present one
 *  stays. */
export function tooMany(present: readonly string[], wanted: readonly string[]): readonly string[] {
  const keys = new Set(wanted.map(addressKey));
  const mayStay = (each: string): boolean => primaryOf(wanted) === null && isPrimary(each);
  return present.filter((each) => isMail(each) && !keys.has(addressKey(each)) && !mayStay(each));
}

export function isAsTold(present: readonly string[], wanted: readonly string[]): boolean {
  const keys = new Set(present.map(addressKey));
  const primary = primaryOf(wanted);
  const isFirst = (each: string): boolean =>
    isPrimary(each) && addressKey(each) === addressKey(primary ?? "");
  return (
    wanted.every((each) => keys.has(addressKey(each))) &&
    tooMany(present, wanted).length === 0 &&
    (primary === null || present.some(isFirst))
  );
}
