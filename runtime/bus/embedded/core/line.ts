/** Items that come at one end and mostly leave at the other. One that left from the middle keeps
 *  its place until it comes to the front, where it is passed over; whether an item is still there,
 *  it says itself. */

export type Line<Item> = {
  items: Item[];
  /** Places before it are empty. */
  head: number;
};

/** Empty places at the front that are not yet worth moving the rest. */
const HEAD_MAX = 1_024;

export const line = <Item>(): Line<Item> => ({ items: [], head: 0 });

export const frontOf = <Item>({ items, head }: Line<Item>): Item | undefined => items[head];

export const backOf = <Item>({ items, head }: Line<Item>): Item | undefined =>
  items.length > head ? items[items.length - 1] : undefined;

export function passOver<Item>(line: Line<Item>, isThere: (item: Item) => boolean): void {
  const { items } = line;
  for (; line.head < items.length; line.head += 1) {
    const item = items[line.head];
    if (item !== undefined && isThere(item)) break;
  }
  if (line.head === items.length) {
    if (line.head > 0) line.items = [];
    line.head = 0;
  } else if (line.head > HEAD_MAX && line.head * 2 > items.length) {
    line.items = items.slice(line.head);
    line.head = 0;
  }
}
