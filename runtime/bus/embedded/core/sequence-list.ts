/** Items in the order of a number each has: sequence numbers, mostly added at the end and taken
 *  from the front, sometimes put back in the middle. Kept in sorted chunks, so that every
 *  operation costs the logarithm of the size plus a move within one chunk.
 *  Invariants: no chunk is empty, none is longer than CHUNK_MAX, no two items share a number. */

export type SequenceList<Item> = {
  readonly keyOf: (item: Item) => number;
  readonly chunks: Item[][];
  size: number;
};

const CHUNK_MAX = 256;

export const sequenceList = <Item>(keyOf: (item: Item) => number): SequenceList<Item> => ({
  keyOf,
  chunks: [],
  size: 0,
});

export function insert<Item>(list: SequenceList<Item>, item: Item): void {
  const { keyOf, chunks } = list;
  const key = keyOf(item);
  list.size += 1;
  const last = chunks.at(-1);
  const greatest = last?.at(-1);
  if (last === undefined || greatest === undefined) chunks.push([item]);
  else if (keyOf(greatest) < key) {
    if (last.length < CHUNK_MAX) last.push(item);
    else chunks.push([item]);
  } else insertWithin(list, key, item);
}

function insertWithin<Item>({ keyOf, chunks }: SequenceList<Item>, key: number, item: Item): void {
  const index = chunkOf(chunks, keyOf, key);
  const chunk = chunks[index] ?? [];
  chunk.splice(lowerBound(chunk, keyOf, key), 0, item);
  if (chunk.length > CHUNK_MAX) chunks.splice(index + 1, 0, chunk.splice(CHUNK_MAX / 2));
}

/** The item that was there, or undefined. */
export function remove<Item>(list: SequenceList<Item>, key: number): Item | undefined {
  const { keyOf, chunks } = list;
  const index = chunkOf(chunks, keyOf, key);
  const chunk = chunks[index] ?? [];
  const place = lowerBound(chunk, keyOf, key);
  const item = chunk[place];
  if (item === undefined || keyOf(item) !== key) return undefined;
  if (place === 0) chunk.shift();
  else chunk.splice(place, 1);
  if (chunk.length === 0) chunks.splice(index, 1);
  list.size -= 1;
  return item;
}

export function find<Item>({ keyOf, chunks }: SequenceList<Item>, key: number): Item | undefined {
  const chunk = chunks[chunkOf(chunks, keyOf, key)] ?? [];
  const item = chunk[lowerBound(chunk, keyOf, key)];
  return item !== undefined && keyOf(item) === key ? item : undefined;
}

export const first = <Item>({ chunks }: SequenceList<Item>): Item | undefined => chunks[0]?.[0];

/** In order, from the first item whose number is not below `key`. */
export function* itemsFrom<Item>(list: SequenceList<Item>, key: number): Generator<Item> {
  const { keyOf, chunks } = list;
  const start = chunkOf(chunks, keyOf, key);
  for (let index = start; index < chunks.length; index += 1) {
    const chunk = chunks[index] ?? [];
    yield* index === start ? chunk.slice(lowerBound(chunk, keyOf, key)) : chunk;
  }
}

/** The last chunk that begins at or below the number; the first one where none does. */
function chunkOf<Item>(chunks: Item[][], keyOf: (item: Item) => number, key: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const head = chunks[middle]?.[0];
    if (head !== undefined && keyOf(head) <= key) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lowerBound<Item>(chunk: readonly Item[], keyOf: (item: Item) => number, key: number) {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = chunk[middle];
    if (item !== undefined && keyOf(item) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
