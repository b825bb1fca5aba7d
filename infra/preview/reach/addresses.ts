/** IPv4 ranges, as far as rules of a network compare them. Pure. */

type Range = { readonly first: number; readonly last: number };

const OCTETS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/;
const BITS = 32;

/** Null for what is no range: a service tag, a star. */
function rangeOf(text: string): Range | null {
  const match = OCTETS.exec(text);
  if (match === null) return null;
  const [, a = "", b = "", c = "", d = "", bits = String(BITS)] = match;
  const size = 2 ** (BITS - Number(bits));
  const address = [a, b, c, d].reduce((sum, octet) => sum * 256 + Number(octet), 0);
  const first = Math.floor(address / size) * size;
  return { first, last: first + size - 1 };
}

export const isRange = (text: string): boolean => rangeOf(text) !== null;

/** Whether all of `inner` lies in `outer`. */
export function covers(outer: string, inner: string): boolean {
  const [wide, narrow] = [rangeOf(outer), rangeOf(inner)];
  if (wide === null || narrow === null) return false;
  return wide.first <= narrow.first && narrow.last <= wide.last;
}
