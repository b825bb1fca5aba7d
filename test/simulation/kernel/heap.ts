/** Things to do, by time; those of one time by a number drawn for each, so that their order is
 *  the seed's and nobody can rest on it. */

export type Entry = {
  readonly at: number;
  readonly turn: number;
  readonly run: () => void;
  isOff: boolean;
};

export type Heap = {
  readonly push: (entry: Entry) => void;
  readonly pop: () => Entry | undefined;
  readonly peek: () => Entry | undefined;
};

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.turn < other.turn);

export function heap(): Heap {
  const entries: Entry[] = [];
  const at = (place: number): Entry => entries[place] as Entry;
  const rise = (from: number): void => {
    let place = from;
    const moved = at(place);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(moved, at(parent))) break;
      entries[place] = at(parent);
      place = parent;
    }
    entries[place] = moved;
  };
  const sink = (): void => {
    const moved = at(0);
    const { length } = entries;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= length) break;
      if (child + 1 < length && isBefore(at(child + 1), at(child))) child += 1;
      if (!isBefore(at(child), moved)) break;
      entries[place] = at(child);
      place = child;
    }
    entries[place] = moved;
  };
  return {
    push: (entry) => {
      entries.push(entry);
      rise(entries.length - 1);
    },
    peek: () => entries[0],
    pop: () => {
      const first = entries[0];
      const last = entries.pop();
      if (first === undefined || last === undefined) return undefined;
      if (entries.length > 0) {
        entries[0] = last;
        sink();
      }
      return first;
    },
  };
}
