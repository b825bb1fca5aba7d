/** Opens a session and is patient about it: a database that paused itself refuses the first who
 *  come and is there a minute later. Only what passes by itself is tried again. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { SqlSession } from "./session.ts";

export type ConnectFailure = {
  /** `refused`: the server knows us and does not let us in; trying again changes nothing. */
  readonly kind: "refused" | "unavailable";
  readonly message: string;
};

/** Waking up, moving, busy: what Azure SQL documents as transient. */
const PASSES: ReadonlySet<unknown> = new Set([
  4_221, 10_928, 10_929, 40_143, 40_197, 40_501, 40_540, 40_613, 49_918, 49_919, 49_920,
]);
const NETWORK: ReadonlySet<unknown> = new Set(["ESOCKET", "ETIMEOUT", "ECONNRESET", "EAI_AGAIN"]);

const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;

const cellOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined;

const numberOf = (error: unknown): unknown =>
  cellOf(error, "number") ?? cellOf(cellOf(error, "cause"), "number");

const passes = (error: unknown): boolean =>
  PASSES.has(numberOf(error)) || NETWORK.has(cellOf(error, "code"));

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
      if (!passes(error)) return fail({ kind: "refused", message });
      if (attempt === ATTEMPTS) return fail({ kind: "unavailable", message });
      await pauseMs(Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}
