/** What a page shows, kept fresh: asked for when first needed, asked again when the server says
 *  that something happened, with the last answer on show meanwhile. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { type Problem, read } from "./request.ts";

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T; readonly etag: string | null }
  | { readonly state: "failed"; readonly problem: Problem };

/** Moves when something changed: whoever is on show asks again. */
const changes = signal(0);

export function askAgain(): void {
  changes.value += 1;
}

const LAST_MAX = 60;
const last = new Map<string, Loaded<unknown>>();

function remember(path: string, loaded: Loaded<unknown>): void {
  last.delete(path);
  last.set(path, loaded);
  const [oldest] = last.keys();
  if (last.size > LAST_MAX && oldest !== undefined) last.delete(oldest);
}

const LOADING: Loaded<never> = { state: "loading" };

/** `null` asks for nothing and stays loading. */
export function useResource<T>(path: string | null): Loaded<T> {
  const [shown, show] = useState<{ path: string | null; loaded: Loaded<T> }>({
    path: null,
    loaded: LOADING,
  });
  const change = changes.value;
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    read<T>(path, leaving.signal).then(
      (answer) => {
        const loaded: Loaded<T> = answer.ok
          ? { state: "ready", value: answer.value, etag: answer.etag }
          : { state: "failed", problem: answer.problem };
        const before = last.get(path);
        // A server that is away for a moment does not take away what was last known.
        if (!answer.ok && answer.problem.status === 0 && before?.state === "ready") return;
        remember(path, loaded);
        show({ path, loaded });
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [path, change]);
  if (path === null) return LOADING;
  if (shown.path === path) return shown.loaded;
  return (last.get(path) as Loaded<T> | undefined) ?? LOADING;
}
