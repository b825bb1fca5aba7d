/** Get-ExchangeMailboxMoveStatus: how far a move is. "Not done yet" until it is over, or until
 *  it only waits to be completed; a move that failed is a failure. */
import { z } from "zod";
import { ok } from "../../../contract/result.ts";
import type { MoveState } from "../../../tenant/exchange.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { LOOKS, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

const ENDS: Readonly<Record<"completed" | "synced", readonly MoveState[]>> = {
  completed: ["completed"],
  synced: ["synced", "completed"],
};

const SUSPENDED =
  "An administrator suspended the move. It goes on when somebody resumes it in Exchange " +
  "(Resume-MoveRequest).";

const NO_REASON = "no reason is given.";
const RESUME =
  "Once its cause is mended, resume it in Exchange (Resume-MoveRequest), then try again.";

export const getExchangeMailboxMoveStatus = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...LOOKS,
    name: "Get-ExchangeMailboxMoveStatus",
    description:
      "Tells how far the move of a mailbox is; not done yet until it is over. For steps that " +
      "poll. A move that failed, or that nobody began, is a failure; one that somebody suspended " +
      "is not done, however far it is.",
    capability: "exchange",
    calls: ["exchange.findMove"],
    params: aboutUser({
      Until: z
        .enum(["completed", "synced"])
        .default("completed")
        .describe("synced: everything is copied and the move waits to be completed."),
    }),
    result: "Object",
    polled: true,
    examples: [
      {
        params: { UserPrincipalName: "ann@fabrikam.com" },
        result: { State: "completed", PercentComplete: 100 },
      },
    ],
    run: async ({ exchange }, { Until, ...key }) => {
      const found = await exchange.findMove(keyOf(key));
      if (!found.ok) return failedBy(found.error);
      if (found.value === null) {
        return failedWith(
          "not_found",
          "No move of this mailbox was begun, or it is not shown yet.",
        );
      }
      const { state, percentComplete, detail } = found.value;
      if (state === "failed") {
        return failedWith("move_failed", `The move failed: ${detail ?? NO_REASON} ${RESUME}`);
      }
      const told = { State: state, PercentComplete: percentComplete };
      const progress = state === "suspended" ? { ...told, Reason: SUSPENDED } : told;
      return ENDS[Until].includes(state)
        ? ok({ kind: "done", value: progress })
        : ok({ kind: "incomplete", progress });
    },
  });
