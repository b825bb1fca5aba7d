/** Copies that may be handed out, in order of their numbers. New ones come at the end and leave
 *  from the front, so they are a line; those that came back or arrived late are kept sorted
 *  beside it, and the front of both is the front of the list.
 *  A copy says itself whether it is listed and where; a place in the line that its copy has left
 *  is passed over when it comes up. */
import {
  first,
  insert,
  itemsFrom,
  remove,
  type SequenceList,
  sequenceList,
} from "./sequence-list.ts";
import type { Copy } from "./state.ts";

export type ReadyList = {
  line: Copy[];
  /** Places before it are empty. */
  head: number;
  readonly late: SequenceList<Copy>;
  size: number;
};

/** Empty places at the front of a line that are not yet worth moving the rest. */
const HEAD_MAX = 1_024;

export const readyList = (): ReadyList => ({
  line: [],
  head: 0,
  late: sequenceList((copy) => copy.sequence),
  size: 0,
});

export function listReady(list: ReadyList, copy: Copy): void {
  const { line } = list;
  const last = line.length > list.head ? line[line.length - 1] : undefined;
  list.size += 1;
  if (last === undefined || last.sequence < copy.sequence) {
    line.push(copy);
    copy.listed = "line";
  } else {
    insert(list.late, copy);
    copy.listed = "late";
  }
}

export function unlistReady(list: ReadyList, copy: Copy): void {
  if (copy.listed === null) return;
  list.size -= 1;
  if (copy.listed === "late") remove(list.late, copy.sequence);
  copy.listed = null;
  passOver(list);
}

function passOver(list: ReadyList): void {
  const { line } = list;
  while (list.head < line.length && line[list.head]?.listed !== "line") list.head += 1;
  if (list.head === line.length) {
    if (list.head > 0) list.line = [];
    list.head = 0;
  } else if (list.head > HEAD_MAX && list.head * 2 > line.length) {
    list.line = line.slice(list.head);
    list.head = 0;
  }
}

export function firstReady(list: ReadyList): Copy | undefined {
  const inLine = list.line[list.head];
  const late = first(list.late);
  if (inLine === undefined || late === undefined) return inLine ?? late;
  return late.sequence < inLine.sequence ? late : inLine;
}

/** In order; nothing may be listed or unlisted meanwhile. */
export function* readyCopies(list: ReadyList): Generator<Copy> {
  const { line } = list;
  let place = list.head;
  for (const late of itemsFrom(list.late, 0)) {
    for (; place < line.length; place += 1) {
      const copy = line[place];
      if (copy === undefined || copy.sequence > late.sequence) break;
      if (copy.listed === "line") yield copy;
    }
    yield late;
  }
  for (; place < line.length; place += 1) {
    const copy = line[place];
    if (copy?.listed === "line") yield copy;
  }
}
