/** Opens a session and is patient about it: a database that paused itself refuses the first who
 *  come and is there a minute later. Only what passes by itself is tried again. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { passesByItself } from "../../contract/tds-errors.ts";
import type { SqlSession } from "./session.ts";

export type ConnectFailure = {
  /** `refused`: the server knows us and does not let us in; trying again changes nothing. */
  readonly kind: "refused" | "unavailable";
  readonly message: string;
};

const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export async function connect(
  open: () => Promise<SqlSession>,
  pauseMs: (ms: number) => Promise<void>,
): Promise<Result<SqlSession, ConnectFailure>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return ok(await open());
    } catch (error) {
      const message = textOf(error);
      if (!passesByItself(error)) return fail({ kind: "refused", message });
      if (attempt === ATTEMPTS) return fail({ kind: "unavailable", message });
      await pauseMs(Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}
