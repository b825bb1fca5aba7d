/** The database under all hosts: the model with its seams, or SQLite. What a host opens on it is
 *  a connection of its own, which ends with the host. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { openSqliteStore } from "../../../runtime/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type Stream, stream } from "../kernel/random.ts";
import type { Seam, Step } from "../model-store/database.ts";
import { openModelDatabase } from "../model-store/model-store.ts";

export type BaseStore = {
  /** Without any seam: for setting up and for looking. */
  readonly own: Store<Settlement>;
  readonly connect: (host: string) => {
    readonly store: Store<Settlement>;
    readonly drop: () => void;
  };
  readonly close: () => Promise<void>;
};

/** How long a host keeps what it has committed to itself; then a relay takes it. */
export const CLAIM_MS = 30_000;
const SEAM_MS_MAX = 40;
/** Now and then a statement takes long, and others meet it. */
const SLOW_SEAM_MS_MAX = 8_000;
const SLOW_SEAM_CHANCE = 0.2;

/** No answer comes to a commit, and it was not made, though all was decided (R06). */
const UNHEARD = { kind: "unknown", done: false } as const;

export function modelStore(
  kernel: Kernel,
  now: () => Date,
  seed: number,
  hasSeams: boolean,
  isUnheard: (commit: string) => boolean,
): BaseStore {
  const database = openModelDatabase({ now });
  const waits = stream(seed, "seams");
  const wait = (): Promise<undefined> =>
    new Promise((resolve) => {
      const most = waits.chance(SLOW_SEAM_CHANCE) ? SLOW_SEAM_MS_MAX : SEAM_MS_MAX;
      kernel.after(waits.int(0, most), () => resolve(undefined));
    });
  const own = database.connect<Settlement>({ owner: "world", claimMs: CLAIM_MS });
  let commits = 0;
  const stepOf =
    (owner: string): Step =>
    (seam) => {
      if (seam === "before commit") {
        commits += 1;
        if (isUnheard(`${owner} ${commits}`)) return Promise.resolve(UNHEARD);
      }
      return hasSeams && isSeam(waits, seam) ? wait() : undefined;
    };
  return {
    own: own.store,
    connect: (owner) => database.connect<Settlement>({ owner, claimMs: CLAIM_MS }, stepOf(owner)),
    close: async () => {},
  };
}

/** Who waited for a lock loads in a turn of its own, so that commits are seen one by one. */
function isSeam(waits: Stream, seam: Seam): boolean {
  if (seam === "before load") return true;
  return (seam === "before lock" || seam === "before commit") && waits.chance(0.3);
}

let migrated: Buffer | null = null;

/** Before a run, as migrating asks for the time: what is set up once serves every run. */
export async function migrateOnce(): Promise<void> {
  if (migrated !== null) return;
  const file = openFile();
  const store = await openAt(file.path, () => new Date(0));
  await store.close();
  migrated = readFileSync(file.path);
  file.remove();
}

/** A file of its own for each run. */
export async function sqliteStore(now: () => Date): Promise<BaseStore> {
  const file = openFile();
  if (migrated !== null) writeFileSync(file.path, migrated);
  const store = await openAt(file.path, now);
  return {
    own: store,
    connect: () => ({ store: { ...store, close: async () => {} }, drop: () => {} }),
    close: async () => {
      await store.close();
      file.remove();
    },
  };
}

const openAt = (path: string, now: () => Date): Promise<Store<Settlement>> =>
  openSqliteStore<Settlement>({
    path,
    now,
    delivery: () => ({ kind: "outbox", owner: "hosts", claimMs: CLAIM_MS }),
  });

/** Where Linux keeps files in memory: a run does not survive its process, so nothing in it is
 *  worth waiting for a disk. */
const IN_MEMORY = "/dev/shm";

function openFile(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), "simulation-"));
  return {
    path: join(folder, "store.db"),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
