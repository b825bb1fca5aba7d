/** What is due when, as a heap. A cancelled timer stays in the heap until it comes up or until
 *  half of the heap is cancelled, when all of those are swept out; so adding and cancelling are
 *  cheap, and the heap is never much larger than what is really waiting.
 *  Timers of the same instant come up in the order in which they were added. */

export type Timer<Event> = {
  readonly due: number;
  readonly order: number;
  readonly event: Event;
  cancelled: boolean;
};

export type Timers<Event> = { heap: Timer<Event>[]; added: number; cancelled: number };

/** Sweeping a heap smaller than this is not worth it. */
const SWEEP_MIN = 64;

export const timers = <Event>(): Timers<Event> => ({ heap: [], added: 0, cancelled: 0 });

export function addTimer<Event>(all: Timers<Event>, due: number, event: Event): Timer<Event> {
  const timer = { due, order: all.added, event, cancelled: false };
  all.added += 1;
  all.heap.push(timer);
  siftUp(all.heap, all.heap.length - 1, timer);
  return timer;
}

export function cancelTimer<Event>(all: Timers<Event>, timer: Timer<Event>): void {
  if (timer.cancelled) return;
  timer.cancelled = true;
  all.cancelled += 1;
  if (all.cancelled < SWEEP_MIN || all.cancelled * 2 < all.heap.length) return;
  all.heap = all.heap.filter((other) => !other.cancelled);
  all.cancelled = 0;
  for (let index = (all.heap.length >> 1) - 1; index >= 0; index -= 1) siftDown(all.heap, index);
}

/** null when nothing waits. */
export function nextDue<Event>(all: Timers<Event>): number | null {
  return nextTimer(all)?.due ?? null;
}

/** The earliest timer that is due at `now`, taken out; null when none is. */
export function takeDue<Event>(all: Timers<Event>, now: number): Timer<Event> | null {
  const timer = nextTimer(all);
  if (timer === undefined || timer.due > now) return null;
  takeTop(all.heap);
  // Marked, so that whoever cancels it afterwards is not counted.
  timer.cancelled = true;
  return timer;
}

function nextTimer<Event>(all: Timers<Event>): Timer<Event> | undefined {
  while (all.heap[0]?.cancelled === true) {
    takeTop(all.heap);
    all.cancelled -= 1;
  }
  return all.heap[0];
}

const before = (one: Timer<unknown>, other: Timer<unknown>): boolean =>
  one.due < other.due || (one.due === other.due && one.order < other.order);

function takeTop<Event>(heap: Timer<Event>[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  heap[0] = last;
  siftDown(heap, 0);
}

function siftUp<Event>(heap: Timer<Event>[], start: number, timer: Timer<Event>): void {
  let index = start;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !before(timer, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = timer;
}

function siftDown<Event>(heap: Timer<Event>[], start: number): void {
  const timer = heap[start];
  if (timer === undefined) return;
  let index = start;
  for (;;) {
    const left = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    const useRight = left !== undefined && right !== undefined && before(right, left);
    const child = useRight ? right : left;
    if (child === undefined || !before(child, timer)) break;
    heap[index] = child;
    index = 2 * index + (useRight ? 2 : 1);
  }
  heap[index] = timer;
}
