/** Prospects, in SQLite. */
import { failedEnds } from "../operations/insight/failed-ends.ts";
import { nextPhases } from "../operations/insight/next-phases.ts";
import { openCounts } from "../operations/insight/open-counts.ts";
import { failedEndOf, nextPhaseOf } from "../operations/insight/prospect-cells.ts";
import type { Prospects } from "../prospects.ts";
import type { Access } from "./access.ts";

export function prospectRows({ statements, read }: Pick<Access, "statements" | "read">): Prospects {
  const { all } = statements;
  return {
    failedEnds: (since, most) =>
      read(() =>
        (["failed", "completed"] as const).flatMap((status) =>
          all(failedEnds, [status, since.toISOString(), most]).map(failedEndOf),
        ),
      ),
    nextPhases: (most) => read(() => all(nextPhases, [most]).map(nextPhaseOf)),
    counts: () =>
      read(() => {
        const [batches, notBegun, attention] = (all(openCounts, [])[0] ?? []).map(Number);
        return { batches: batches ?? 0, notBegun: notBegun ?? 0, attention: attention ?? 0 };
      }),
  };
}
