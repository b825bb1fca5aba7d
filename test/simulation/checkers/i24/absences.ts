/** Whom the source did not show, since when, and whose removal was held: the checker's own memory
 *  of it. Where it cannot know what a host made of a reading, it allows more rather than less; but
 *  who is missing is kept in mind before anybody joins, so that no tick, cut off or not, makes
 *  more of those whom an absence is measured by. */
import type { Scene, SourceLook } from "../../watch/checker.ts";
import type { Commit } from "../../watch/commit.ts";
import { isThrough } from "./through.ts";

type Absence = { misses: number; among: number };
type Reading = {
  readonly look: SourceLook;
  /** Members who were there at the reading and whom it did not show. */
  readonly missing: ReadonlySet<string>;
  /** Absences it ended: nothing may have come of that. */
  readonly ended: readonly (readonly [string, Absence])[];
};

export type Absences = {
  readonly shown: (host: string, look: SourceLook) => void;
  /** The host's tick ended early: it may have forgotten whom it saw and whom it missed. */
  readonly gaveUp: (host: string) => void;
  readonly committed: (commit: Commit) => void;
  /** At least as many as anybody acted on. */
  readonly misses: (key: string) => number;
  readonly among: (key: string) => number;
  readonly isHeld: (key: string) => boolean;
};

/** Who follows the source: active in a batch of the scheduler's that is not over. */
function followersOf(scene: Scene): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { batch, members } of scene.batches()) {
    if (batch.isManual || batch.endedAt !== null) continue;
    for (const { key, status } of members.values()) if (status === "active") keys.add(key);
  }
  return keys;
}

const UNKNOWN = Number.POSITIVE_INFINITY;

type Memory = {
  readonly absences: Map<string, Absence>;
  readonly held: Set<string>;
  readonly readings: Map<string, Reading>;
  areCountsSure: boolean;
};

export function openAbsences(scene: Scene): Absences {
  const memory: Memory = {
    absences: new Map(),
    held: new Set(),
    readings: new Map(),
    areCountsSure: true,
  };
  const { absences, held } = memory;
  return {
    shown: (host, look) => {
      const followers = followersOf(scene);
      const isOutgrown = (key: string): boolean => (absences.get(key)?.among ?? 0) < followers.size;
      memory.readings.set(host, read(memory, followers, look));
      if ([...held].some(isOutgrown)) scene.reached("others-came-while-held");
    },
    gaveUp: (host) => {
      const missing = memory.readings.get(host)?.missing ?? new Set();
      if (missing.size > 0) scene.reached("tick-cut-off-with-members-missing");
      takeBack(memory, host);
    },
    committed: (commit) => follow(memory, commit),
    misses: (key) => absences.get(key)?.misses ?? 0,
    among: (key) => absences.get(key)?.among ?? UNKNOWN,
    isHeld: (key) => held.has(key),
  };
}

function read(
  { absences, held }: Memory,
  followers: ReadonlySet<string>,
  look: SourceLook,
): Reading {
  const missing = new Set([...followers].filter((key) => !look.keys.has(key)));
  const ended = [...absences].filter(([key]) => look.keys.has(key));
  for (const [key] of ended) {
    absences.delete(key);
    held.delete(key);
  }
  for (const [key, absence] of absences) {
    absence.misses += 1;
    // Who failed is nobody to miss: an absence after it is another one.
    if (!followers.has(key)) absence.among = UNKNOWN;
  }
  for (const key of missing) {
    if (!absences.has(key)) absences.set(key, { misses: 1, among: followers.size });
  }
  return { look, missing, ended };
}

function takeBack(memory: Memory, host: string): void {
  const { absences, readings } = memory;
  const reading = readings.get(host);
  if (reading === undefined) return;
  memory.areCountsSure = false;
  readings.delete(host);
  for (const [key, before] of reading.ended) {
    const since = absences.get(key)?.misses ?? 0;
    absences.set(key, { misses: before.misses + since, among: UNKNOWN });
  }
}

function follow(memory: Memory, commit: Commit): void {
  const { absences, held } = memory;
  for (const { type, cause, memberId, detail } of commit.events) {
    if (type === "removals.held") {
      for (const key of heldBy(memory, commit, detail?.["why"] === "through")) held.add(key);
    }
    const key = commit.members.find(({ after }) => after.id === memberId)?.after.key ?? "";
    if (type === "member.removed") {
      held.delete(key);
      absences.delete(key);
    }
    const isByHand = !cause.startsWith("tick");
    // Who is added by hand while a tick is under way was missing in what that tick had read.
    if (isByHand && (type === "member.added" || type === "member.returned"))
      absences.set(key, { misses: 1, among: UNKNOWN });
  }
  const more = comeByHand(commit);
  for (const absence of absences.values()) absence.among += more;
}

/** Who follows the source from now on and was not brought by a tick: added, retried, or in a batch
 *  that was opened again. A tick under way may count them. */
function comeByHand({ events, batch: { before, after }, members, rows }: Commit): number {
  if (after.isManual || events.every(({ cause }) => cause.startsWith("tick"))) return 0;
  const isOpenedAgain = before !== null && before.endedAt !== null && after.endedAt === null;
  if (isOpenedAgain) return rows.members.size;
  const isNew = (change: (typeof members)[number]): boolean =>
    change.after.status === "active" && change.before?.status !== "active";
  return members.filter(isNew).length;
}

/** Members of the batch whom the host's reading did not show, often enough; or of them only who is
 *  through. */
function heldBy(memory: Memory, { host, rows }: Commit, isOnlyThrough: boolean): readonly string[] {
  const reading = memory.readings.get(host);
  if (reading === undefined) return [];
  const { look, missing } = reading;
  if (!memory.areCountsSure && look.confirmations > 1) return [];
  return [...rows.members.values()].flatMap((member) => {
    const { key, status, removalApproved } = member;
    const isOut = (memory.absences.get(key)?.misses ?? 0) >= look.confirmations;
    const isMeant = status === "active" && !removalApproved && missing.has(key);
    return isMeant && isOut && (!isOnlyThrough || isThrough(rows, member)) ? [key] : [];
  });
}
