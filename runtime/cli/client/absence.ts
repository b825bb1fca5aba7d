/** Drover may go away under somebody who follows or watches: it is started anew, or its machine is
 *  replaced. Who was answered once asks again until it is back, within a limit. */
import type { CliError, ErrorCode } from "../cli-error.ts";
import type { Context } from "../context.ts";

const PAUSE_MS = 1_000;
/** How often in a row; with what each try takes, half an hour and more: a host that is rolled out
 *  anew is back by then. */
const TRIES_MAX = 600;
/** Nobody answers, or asks to wait. */
const PASSING: ReadonlySet<ErrorCode> = new Set(["E0160", "E0166"]);

export type Absence = {
  /** It answers. */
  readonly over: () => void;
  /** Whether to ask again; waits before it says so. */
  readonly outlasts: (error: CliError) => Promise<boolean>;
};

/** `onBegin` is told of each absence once. */
export function openAbsence(
  { world }: Pick<Context, "world">,
  signal: AbortSignal,
  onBegin: () => void,
): Absence {
  let tries = TRIES_MAX;
  return {
    over: () => {
      tries = 0;
    },
    outlasts: async ({ code }) => {
      if (!PASSING.has(code) || tries >= TRIES_MAX) return false;
      if (tries === 0) onBegin();
      tries += 1;
      await world.sleep(PAUSE_MS, signal);
      return true;
    },
  };
}
