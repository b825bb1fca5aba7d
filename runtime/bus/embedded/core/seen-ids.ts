/** The duplicate window: which message ids were published lately, as 64-bit hashes in an open
 *  table, with the moment until which each counts. Two ids with one hash would make a message
 *  vanish; with as many ids as are kept that is one in 10^13 messages, and a lost job is found by
 *  its deadline (R12). Entries that have run out are swept when the table is half full; when all of
 *  it counts and no more may be kept, the older half is forgotten before its time. */

export type SeenIds = {
  /** Two halves of a hash per place; both 0: empty. */
  hashes: Int32Array;
  until: Float64Array;
  used: number;
};

const PLACES_MIN = 1_024;
const PLACES_MAX = 1 << 19;

export const seenIds = (places = PLACES_MIN): SeenIds => ({
  hashes: new Int32Array(2 * places),
  until: new Float64Array(places),
  used: 0,
});

/** True when it was not seen, or too long ago; from now on it is. */
export function firstSeen(seen: SeenIds, id: string, now: number, until: number): boolean {
  const [high, low] = hashOf(id);
  const place = placeOf(seen, high, low);
  const known = seen.until[place] ?? 0;
  if (known > now) return false;
  put(seen, place, high, low, until);
  if (known === 0) makeRoom(seen, now);
  return true;
}

/** What an earlier broker had seen. */
export function remember(seen: SeenIds, id: string, now: number, until: number): void {
  const [high, low] = hashOf(id);
  rememberHash(seen, high, low, now, until);
}

function rememberHash(seen: SeenIds, high: number, low: number, now: number, until: number): void {
  const place = placeOf(seen, high, low);
  const known = seen.until[place] ?? 0;
  if (until <= known) return;
  put(seen, place, high, low, until);
  if (known === 0) makeRoom(seen, now);
}

/** What counts of some places, as text: both halves of a hash and the milliseconds it still
 *  counts, four bytes each. A window of seven days has a tenth of the milliseconds that fit. */
export function packHashes(seen: SeenIds, now: number, from: number, to: number): string {
  const packed = new Int32Array(3 * (to - from));
  let used = 0;
  for (let place = from; place < Math.min(to, seen.until.length); place += 1) {
    const until = seen.until[place] ?? 0;
    if (until <= now) continue;
    packed[used] = seen.hashes[2 * place] ?? 0;
    packed[used + 1] = seen.hashes[2 * place + 1] ?? 0;
    packed[used + 2] = until - now;
    used += 3;
  }
  return Buffer.from(packed.buffer, 0, 4 * used).toString("base64");
}

export function unpackHashes(seen: SeenIds, now: number, text: string): void {
  const bytes = Buffer.from(text, "base64");
  for (let place = 0; place + 12 <= bytes.length; place += 12) {
    const [high, low] = [bytes.readInt32LE(place), bytes.readInt32LE(place + 4)];
    rememberHash(seen, high, low, now, now + bytes.readInt32LE(place + 8));
  }
}

function put(seen: SeenIds, place: number, high: number, low: number, until: number): void {
  if (seen.until[place] === 0) seen.used += 1;
  seen.hashes[2 * place] = high;
  seen.hashes[2 * place + 1] = low;
  seen.until[place] = until;
}

/** Where it is, or the empty place where it would be. */
function placeOf({ hashes, until }: SeenIds, high: number, low: number): number {
  const mask = until.length - 1;
  let place = high & mask;
  while (until[place] !== 0 && (hashes[2 * place] !== high || hashes[2 * place + 1] !== low))
    place = (place + 1) & mask;
  return place;
}

function makeRoom(seen: SeenIds, now: number): void {
  const places = seen.until.length;
  if (seen.used * 2 <= places) return;
  let live = 0;
  for (const until of seen.until) if (until > now) live += 1;
  const isFull = live * 4 > places && places === PLACES_MAX;
  const after = isFull ? olderHalf(seen, now) : now;
  const wanted = !isFull && live * 4 > places ? places * 2 : places;
  const next = seenIds(wanted);
  for (let place = 0; place < places; place += 1) {
    const until = seen.until[place] ?? 0;
    if (until <= after) continue;
    const high = seen.hashes[2 * place] ?? 0;
    const low = seen.hashes[2 * place + 1] ?? 0;
    put(next, placeOf(next, high, low), high, low, until);
  }
  seen.hashes = next.hashes;
  seen.until = next.until;
  seen.used = next.used;
}

/** The moment by which at least half of what counts has run out. */
function olderHalf({ until }: SeenIds, now: number): number {
  const live = until.filter((each) => each > now).sort();
  return live[live.length >> 1] ?? now;
}

const scratch: [high: number, low: number] = [0, 0];

/** Two multiplicative hashes side by side, mixed into each other at the end (cyrb53, whole). The
 *  answer is overwritten by the next call. */
function hashOf(text: string): readonly [high: number, low: number] {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  scratch[0] = two | 0;
  scratch[1] = one | 0;
  return scratch;
}
