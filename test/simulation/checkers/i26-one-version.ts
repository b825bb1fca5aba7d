/** I26: a batch follows one version at a time, upwards, and each change is told. */
import type { Checker } from "../watch/checker.ts";

export const oneVersion: Checker = {
  id: "I26",
  open: (scene, violate) => ({
    onCommit: ({ batch: { before, after }, events }) => {
      if (before === null || before.version === after.version) return;
      scene.reached("version-taken-over");
      if (after.version < before.version)
        violate(`batch ${after.id} went back to ${after.version}`);
      const isTold = events.some(({ type }) => type === "batch.version");
      if (!isTold) violate(`batch ${after.id} changed its version and nothing says so`);
    },
  }),
};
