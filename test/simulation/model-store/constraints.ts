/** What a database refuses whoever asks. */
import { refuse } from "../../../runtime/store/sqlite/refuse.ts";

export function check(statuses: readonly string[], status: string): void {
  if (!statuses.includes(status)) throw new Error(`CHECK constraint failed: status ${status}`);
}

export function refuseTaken(isTaken: boolean, key: string): void {
  if (isTaken) refuse({ kind: "conflict", key });
}
