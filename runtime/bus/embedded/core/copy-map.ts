/** All copies of a queue by their number: found and removed at once, and listed in order for
 *  whoever peeks. Numbers are dense, so copies lie in pages; an empty page is given back. */

type Numbered = { readonly sequence: number };

type Page<Copy> = { readonly copies: (Copy | undefined)[]; count: number };

export type CopyMap<Copy extends Numbered> = {
  readonly pages: Map<number, Page<Copy>>;
  size: number;
};

const PAGE_BITS = 6;
const PAGE_SIZE = 1 << PAGE_BITS;
const PLACE = PAGE_SIZE - 1;

const pageOf = (sequence: number): number => Math.floor(sequence / PAGE_SIZE);

export const copyMap = <Copy extends Numbered>(): CopyMap<Copy> => ({ pages: new Map(), size: 0 });

export function putCopy<Copy extends Numbered>(map: CopyMap<Copy>, copy: Copy): void {
  const number = pageOf(copy.sequence);
  let page = map.pages.get(number);
  if (page === undefined) {
    page = { copies: new Array<Copy | undefined>(PAGE_SIZE).fill(undefined), count: 0 };
    map.pages.set(number, page);
  }
  const place = copy.sequence & PLACE;
  if (page.copies[place] !== undefined) throw new Error(`${copy.sequence} is there twice`);
  page.copies[place] = copy;
  page.count += 1;
  map.size += 1;
}

export const findCopy = <Copy extends Numbered>(
  { pages }: CopyMap<Copy>,
  sequence: number,
): Copy | undefined => pages.get(pageOf(sequence))?.copies[sequence & PLACE];

export function dropCopy<Copy extends Numbered>(map: CopyMap<Copy>, sequence: number): void {
  const number = pageOf(sequence);
  const page = map.pages.get(number);
  const place = sequence & PLACE;
  if (page?.copies[place] === undefined) return;
  page.copies[place] = undefined;
  page.count -= 1;
  map.size -= 1;
  if (page.count === 0) map.pages.delete(number);
}

/** In order, from the first whose number is not below `from`. */
export function* copiesFrom<Copy extends Numbered>(
  { pages }: CopyMap<Copy>,
  from: number,
): Generator<Copy> {
  const first = pageOf(from);
  const numbers = [...pages.keys()].filter((number) => number >= first).sort((a, b) => a - b);
  for (const number of numbers)
    for (const copy of pages.get(number)?.copies ?? [])
      if (copy !== undefined && copy.sequence >= from) yield copy;
}
