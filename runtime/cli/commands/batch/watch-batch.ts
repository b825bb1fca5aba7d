/** Follows a batch until it ends, waits for a person, or the time is up.
 *  W1. The exit code mirrors the batch: 0 completed, 4 failed, 7 time is up, 130 Ctrl-C.
 *  W2. Watching changes nothing: Ctrl-C ends the watch, never the batch.
 *  W3. A Drover that is started anew meanwhile is waited for. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import type { Why } from "../../../contract/http/why.ts";
import { ok, type Result } from "../../../contract/result.ts";
import { type CliError, refuse } from "../../cli-error.ts";
import { openAbsence } from "../../client/absence.ts";
import type { Api } from "../../client/api.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ItemForm } from "../../output/forms.ts";
import { lookOf, printItem } from "../../output/print.ts";
import { progressOn } from "../../output/progress.ts";
import { batchProgress, hasEnded, waitsForAdvance } from "./batch-progress.ts";
import { batchText } from "./batch-text.ts";

export type WatchOptions = { readonly output: ItemForm; readonly timeout?: number };

const LOOK_MS = 1_000;
/** The reason is asked for less often than the numbers: it costs more. */
const LOOKS_PER_REASON = 3;

export async function watchBatch(
  context: Context,
  api: Api,
  id: number,
  { output, timeout }: WatchOptions,
): Promise<CommandResult> {
  const stop = context.world.interrupts();
  const untilMs = timeout === undefined ? null : context.world.nowMs() + timeout * 1000;
  const end = await untilQuiet(context, api, { id, stop, untilMs });
  if (stop.aborted) return interrupted(id);
  if (!end.ok) return end;
  const { batch, why } = end.value;
  if (batch === null || !(hasEnded(batch) || waitsForAdvance(batch))) return timedOut(id, why);
  const look = lookOf(context, await api.nowMs());
  printItem(context, output, batch, (shown) => batchText(shown, look));
  context.note(afterword(batch));
  return ok(exitCodeOf(batch));
}

/** Without a batch the time was up while Drover was away. */
type Watched = { readonly batch: BatchDetail | null; readonly why: Why | null };
type Watch = {
  readonly id: number;
  readonly stop: AbortSignal;
  readonly untilMs: number | null;
};

async function untilQuiet(
  context: Context,
  api: Api,
  { id, stop, untilMs }: Watch,
): Promise<Result<Watched, CliError>> {
  const progress = progressOn(context, { what: `Batch ${id}`, unit: "member phases" });
  const absence = openAbsence(context, stop, () =>
    context.note("Drover does not answer; the batch goes on when it is back, and so does this.\n"),
  );
  const isLate = (): boolean => untilMs !== null && context.world.nowMs() >= untilMs;
  const asked = { path: { id }, signal: stop };
  let why: Why | null = null;
  try {
    for (let looks = 0; ; looks += 1) {
      const batch = await api.call(ROUTES.getBatch, asked);
      if (!batch.ok) {
        if (stop.aborted || !(await absence.outlasts(batch.error))) return batch;
        if (isLate()) return ok({ batch: null, why });
        continue;
      }
      absence.over();
      if (hasEnded(batch.value)) return ok({ batch: batch.value, why: null });
      if (looks % LOOKS_PER_REASON === 0) {
        const reason = await api.call(ROUTES.getWhy, asked);
        // The numbers are what is watched; without a reason the line is only shorter.
        why = reason.ok ? reason.value : null;
      }
      progress.show({ ...batchProgress(batch.value), now: why?.current?.sentence });
      if (stop.aborted || isLate() || waitsForAdvance(batch.value))
        return ok({ batch: batch.value, why });
      await context.world.sleep(LOOK_MS, stop);
    }
  } finally {
    progress.end();
  }
}

/** A manual batch between two phases counts as failed when the phase that just ended did. */
function exitCodeOf(batch: BatchDetail): 0 | 4 {
  if (batch.status === "failed") return EXIT.resourceFailed;
  const last = batch.phases.findLast(({ completedAt }) => completedAt !== null);
  const hasFailed = !hasEnded(batch) && last?.status === "failed";
  return hasFailed ? EXIT.resourceFailed : EXIT.ok;
}

function afterword({ id, status, memberCounts }: BatchDetail): string {
  const failures =
    memberCounts.failed === 0 ? "" : `See what failed with \`drover batch failures ${id}\`.\n`;
  const next =
    status === "completed" || status === "failed"
      ? ""
      : `The batch waits for you: \`drover batch advance ${id}\`.\n`;
  return failures + next;
}

const interrupted = (id: number) =>
  refuse("E0171", "watching was stopped; the batch goes on", {
    next: `watch again with \`drover batch watch ${id}\``,
  });

const timedOut = (id: number, why: Why | null) =>
  refuse("E0170", "the time to watch is up; the batch goes on", {
    why: why?.current?.sentence ?? null,
    next: `watch again with \`drover batch watch ${id}\``,
  });
