/** Locks by name, held by a transaction until it ends. Who asks for one that another has waits in
 *  line; who would wait for himself in a circle is the victim and must give up all he has. */

/** One transaction of one connection. */
export type Holder = {
  readonly held: string[];
  /** What it waits for at present. */
  waitsFor: string | null;
  /** Told when the connection went away: nothing of it happens any more. */
  dead: boolean;
};

type Waiter = { readonly holder: Holder; readonly go: () => void };
type Line = { owner: Holder; readonly waiting: Waiter[] };

export type LockTable = {
  /** False: a victim. */
  readonly take: (holder: Holder, name: string) => Promise<boolean> | true;
  readonly release: (holder: Holder) => void;
  readonly held: () => number;
};

export const newHolder = (): Holder => ({ held: [], waitsFor: null, dead: false });

export function openLocks(): LockTable {
  const lines = new Map<string, Line>();
  const closesCircle = (holder: Holder, name: string): boolean => {
    for (let at: string | null = name; at !== null; ) {
      const owner: Holder | undefined = lines.get(at)?.owner;
      if (owner === holder) return true;
      at = owner?.waitsFor ?? null;
    }
    return false;
  };
  const take: LockTable["take"] = (holder, name) => {
    if (holder.held.includes(name)) return true;
    const line = lines.get(name);
    if (line === undefined) {
      lines.set(name, { owner: holder, waiting: [] });
      holder.held.push(name);
      return true;
    }
    if (closesCircle(holder, name)) return Promise.resolve(false);
    holder.waitsFor = name;
    return new Promise((resolve) => {
      line.waiting.push({ holder, go: () => resolve(true) });
    });
  };
  const hand = (name: string, line: Line): void => {
    for (let next = line.waiting.shift(); next !== undefined; next = line.waiting.shift()) {
      if (next.holder.dead) continue;
      line.owner = next.holder;
      next.holder.waitsFor = null;
      next.holder.held.push(name);
      next.go();
      return;
    }
    lines.delete(name);
  };
  const release = (holder: Holder): void => {
    for (const name of holder.held.splice(0)) {
      const line = lines.get(name);
      if (line !== undefined) hand(name, line);
    }
  };
  return { take, release, held: () => lines.size };
}
