/** Copies that may be handed out, in order of their numbers. New ones come at the end and leave
 *  from the front, so they are a line; those that came back or arrived late are kept sorted
 *  beside it, and the front of both is the front of the list. A copy says itself where it is. */
import { backOf, frontOf, type Line, line, passOver } from "./line.ts";
import {
  first,
  insert,
  itemsFrom,
  remove,
  type SequenceList,
  sequenceList,
} from "./sequence-list.ts";

export type Listed = { readonly sequence: number; listed: "line" | "late" | null };

export type ReadyList<Copy extends Listed> = {
  readonly line: Line<Copy>;
  readonly late: SequenceList<Copy>;
  size: number;
};

export const readyList = <Copy extends Listed>(): ReadyList<Copy> => ({
  line: line(),
  late: sequenceList((copy) => copy.sequence),
  size: 0,
});

export function listReady<Copy extends Listed>(list: ReadyList<Copy>, copy: Copy): void {
  const last = backOf(list.line);
  list.size += 1;
  if (last === undefined || last.sequence < copy.sequence) {
    list.line.items.push(copy);
    copy.listed = "line";
  } else {
    insert(list.late, copy);
    copy.listed = "late";
  }
}

export function unlistReady<Copy extends Listed>(list: ReadyList<Copy>, copy: Copy): void {
  if (copy.listed === null) return;
  list.size -= 1;
  if (copy.listed === "late") remove(list.late, copy.sequence);
  copy.listed = null;
  passOver(list.line, isInLine);
}

const isInLine = ({ listed }: Listed): boolean => listed === "line";

export function firstReady<Copy extends Listed>(list: ReadyList<Copy>): Copy | undefined {
  const inLine = frontOf(list.line);
  const late = first(list.late);
  if (inLine === undefined || late === undefined) return inLine ?? late;
  return late.sequence < inLine.sequence ? late : inLine;
}

/** In order; nothing may be listed or unlisted meanwhile. */
export function* readyCopies<Copy extends Listed>(list: ReadyList<Copy>): Generator<Copy> {
  const { items, head } = list.line;
  let place = head;
  for (const late of itemsFrom(list.late, 0)) {
    for (; place < items.length; place += 1) {
      const copy = items[place];
      if (copy === undefined || copy.sequence > late.sequence) break;
      if (isInLine(copy)) yield copy;
    }
    yield late;
  }
  for (; place < items.length; place += 1) {
    const copy = items[place];
    if (copy !== undefined && isInLine(copy)) yield copy;
  }
}
