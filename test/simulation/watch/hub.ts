/** Shows every checker what happens, and keeps what they say. A run ends with its first
 *  violation: what follows from it says little. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import type { LeaseToken, Loaded } from "../../../runtime/store/loaded.ts";
import type { BatchWrites, Unit } from "../../../runtime/store/unit.ts";
import type { Checker, Scene, Watcher } from "./checker.ts";
import type { Commit, UnitFacts } from "./commit.ts";
import { type Mirror, staleRow } from "./mirror.ts";

export type Violation = { readonly invariant: string; readonly text: string; readonly at: number };

type Hooks = { readonly [Name in keyof Watcher]-?: NonNullable<Watcher[Name]> };

export type Hub = Hooks & {
  readonly violations: () => readonly Violation[];
  /** The last commits, for whoever has to understand what went wrong. */
  readonly recent: () => readonly string[];
  readonly violate: (invariant: string, text: string) => void;
  /** By the store's clock. */
  readonly now: () => Date;
  readonly committed: (host: string, lease: LeaseToken | null, seen: Seen) => void;
  readonly shown: (loaded: Loaded) => void;
};

export type Seen = { readonly loaded: Loaded; readonly unit: Unit<Settlement> };

const RECENT_MAX = 40;

export function openHub(mirror: Mirror, scene: Scene, checkers: readonly Checker[]): Hub {
  const violations: Violation[] = [];
  const recent: Commit[] = [];
  const violate = (invariant: string, text: string): void => {
    violations.push({ invariant, text, at: scene.now().getTime() });
  };
  const watchers = checkers.map(({ id, open }) => open(scene, (text) => violate(id, text)));
  const hooks = hooksOf(watchers);
  return {
    ...hooks,
    violations: () => violations,
    recent: () => recent.map(commitText),
    violate,
    now: scene.now,
    shown: ({ batches }) => {
      for (const rows of batches.values()) {
        const stale = staleRow(mirror.shown(rows), rows);
        if (stale !== null) violate("I7", `a decision was shown an old ${stale}`);
      }
    },
    committed: (host, lease, seen) => {
      const { publish, settle, remember, writes } = seen.unit;
      const batches = seen.loaded.batches.size;
      const unit: UnitFacts = { batches, publish, settle, remember, lease };
      hooks.onUnit(unit, host);
      for (const each of writes) {
        const commit = commitOf(mirror, host, unit, seen.loaded, each);
        recent.push(commit);
        if (recent.length > RECENT_MAX) recent.shift();
        hooks.onCommit(commit);
      }
    },
  };
}

/** None takes more; that way of calling costs least, and most of a run goes through here. */
type Hook = (one: unknown, two: unknown, three: unknown) => void;

function hooksOf(watchers: readonly Watcher[]): Hooks {
  const all = <Name extends keyof Watcher>(name: Name): Hooks[Name] => {
    const own = watchers.flatMap((watcher) => watcher[name] ?? []) as Hook[];
    return ((one, two, three) => {
      for (const hook of own) hook(one, two, three);
    }) as Hook as unknown as Hooks[Name];
  };
  return {
    onCommit: all("onCommit"),
    onUnit: all("onUnit"),
    onPublish: all("onPublish"),
    onDeliver: all("onDeliver"),
    onUnsure: all("onUnsure"),
    onPeek: all("onPeek"),
    onSettle: all("onSettle"),
    onEffect: all("onEffect"),
    onAnswer: all("onAnswer"),
    onLease: all("onLease"),
    onLeaseKept: all("onLeaseKept"),
    onLeaseEnded: all("onLeaseEnded"),
    onBeside: all("onBeside"),
    onClaim: all("onClaim"),
    onRegister: all("onRegister"),
    onLimit: all("onLimit"),
    onSource: all("onSource"),
    onProbe: all("onProbe"),
    onClockSet: all("onClockSet"),
    onCrash: all("onCrash"),
    onTold: all("onTold"),
    onEnd: all("onEnd"),
  };
}

function commitOf(
  mirror: Mirror,
  host: string,
  unit: UnitFacts,
  { now: at }: Loaded,
  { batchId, decision }: BatchWrites,
): Commit {
  const changed = mirror.commit({ batchId, decision });
  const rows = mirror.of(batchId);
  if (rows === undefined) throw new Error(`batch ${batchId} is not known`);
  const { events, attention } = decision;
  return { at, host, batchId, rows, ...changed, events, attention, unit };
}

function commitText({ at, host, batchId, events, executions }: Commit): string {
  const said = events.map(({ type, executionId, memberId, phaseId, next, cause }) => {
    const of = [executionId, memberId, phaseId, next].join("/");
    return `${type} ${of} (${cause})`;
  });
  const rows = executions.map(({ before, after: { id, status, outstanding, held } }) => {
    const marks = `${outstanding ? " out" : ""}${held ? " held" : ""}`;
    return `${id}:${before?.status ?? "new"}>${status}${marks}`;
  });
  const time = at.toISOString().slice(11, 23);
  return `${time} ${host} batch ${batchId}: ${said.join(", ")} [${rows.join(" ")}]`;
}
