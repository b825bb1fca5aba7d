/** R07: what is somebody's to publish is nobody else's for as long as a claim lasts: of whoever
 *  committed it first, then of one relay after the other. Published twice it would do no harm, as
 *  jobs have ids and workers a ledger; that it is not, nobody else would notice. */
import type { Checker } from "../watch/checker.ts";
import { CLAIM_MS } from "../world/base-store.ts";

type Claim = { readonly owner: string; readonly at: number };

export const oneClaimAtATime: Checker = {
  id: "R07",
  open: (scene, violate) => {
    const claims = new Map<number, Claim>();
    return {
      // How long a claim lasts by another clock nobody can say.
      onClockSet: () => claims.clear(),
      onClaim: (owner, rows, when) => {
        const at = when.getTime();
        for (const row of rows) {
          const before = claims.get(row);
          if (before !== undefined) scene.reached("claim-ran-out");
          if (before !== undefined && at - before.at < CLAIM_MS)
            violate(`${owner} was given row ${row} ${at - before.at} ms after ${before.owner}`);
          claims.set(row, { owner, at });
        }
      },
    };
  },
};
