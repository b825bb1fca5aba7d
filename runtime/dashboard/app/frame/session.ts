/** Where this is and who is looking, asked once when the page opens. */
import { signal } from "@preact/signals";
import type { Environment, Me } from "../../../contract/http/platform.ts";
import type { Role } from "../../../contract/http/roles.ts";
import { read } from "../api/request.ts";
import { hearTime } from "../ui/times.ts";

export const environment = signal<Environment | null>(null);

/** `null` until it is known; `signed-out` when nobody is signed in. */
export const me = signal<Me | "signed-out" | null>(null);

export async function openSession(): Promise<void> {
  const [where, who] = await Promise.all([
    read<Environment>("/api/environment"),
    read<Me>("/api/me"),
  ]);
  if (where.ok) {
    hearTime(where.value.now);
    environment.value = where.value;
  }
  if (who.ok) me.value = who.value;
  else if (who.problem.status === 401) me.value = "signed-out";
}

const ASKED_MS = 2_000;

/** Where time hurries, it is asked for again and again: nothing else may happen for days. */
export function followTime(): void {
  setInterval(() => {
    const where = environment.value;
    if (where === null || where.speed <= 1 || document.hidden) return;
    void read<Environment>("/api/environment").then((answer) => {
      if (answer.ok) hearTime(answer.value.now);
    });
  }, ASKED_MS);
}

const roles = (): readonly Role[] =>
  me.value === null || me.value === "signed-out" ? [] : me.value.roles;

export const mayAny = (enough: readonly Role[]): boolean =>
  roles().some((role) => enough.includes(role));
