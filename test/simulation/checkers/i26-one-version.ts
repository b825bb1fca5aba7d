/** I26: a batch follows one version at a time, upwards, and each change is told. What has not begun
 *  under the old version never does. When all is calm every batch has heard of the latest. */
import { isLiveBatch } from "../../../runtime/domain/engine/statuses.ts";
import type { Checker } from "../watch/checker.ts";

export const oneVersion: Checker = {
  id: "I26",
  open: (scene, violate) => ({
    onCommit: ({ batch: { before, after }, rows, events }) => {
      if (before === null || before.version === after.version) return;
      scene.reached("version-taken-over");
      if (after.version < before.version)
        violate(`batch ${after.id} went back to ${after.version}`);
      for (const { id, status, version } of rows.phases.values()) {
        if (status === "pending" && version < after.version)
          violate(`phase ${id} of version ${version} is still to begin`);
      }
      const isTold = events.some(({ type }) => type === "batch.version");
      if (!isTold) violate(`batch ${after.id} changed its version and nothing says so`);
    },
    onEnd: ({ isCalm, batches, activeVersion }) => {
      for (const { batch } of isCalm ? batches : []) {
        const isUnderWay = isLiveBatch(batch.status) && batch.finalize === "waiting";
        if (isUnderWay && batch.version < activeVersion)
          violate(`batch ${batch.id} never heard of version ${activeVersion}`);
      }
    },
  }),
};
