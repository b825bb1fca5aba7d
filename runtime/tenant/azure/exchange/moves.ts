/** Mailbox moves into this tenant, through Exchange's cmdlets. How the move signs in at the other
 *  side is settled between the two organisations beforehand; nothing of it passes through here. */
import { z } from "zod";
import { fail, ok } from "../../../contract/result.ts";
import type { Exchange, MoveState } from "../../exchange.ts";
import type { TenantFailure } from "../../failure.ts";
import { type Invoke, invoke } from "./invoke.ts";

const MoveRow = z.object({
  Status: z.string(),
  PercentComplete: z.number().min(0).max(100).nullish(),
  Message: z.string().nullish(),
});

const STATES: Readonly<Record<string, MoveState>> = {
  Queued: "queued",
  InProgress: "in-progress",
  CompletionInProgress: "in-progress",
  // By itself, when everything is copied; the other one by an administrator, at any time.
  AutoSuspended: "synced",
  Suspended: "suspended",
  Synced: "synced",
  Completed: "completed",
  CompletedWithWarning: "completed",
  Failed: "failed",
};

type Moves = Pick<Exchange, "startMove" | "findMove">;

export const moves = (exchange: Invoke): Moves => ({
  startMove: async ({ identity, targetDeliveryDomain, remoteHost }) => {
    const parameters = {
      Identity: identity,
      Remote: true,
      RemoteHostName: remoteHost,
      TargetDeliveryDomain: targetDeliveryDomain,
    };
    // A second one is told that the mailbox has a move already.
    const name = "New-MoveRequest";
    const done = await invoke(exchange, { name, does: "change", parameters, max: 1 });
    return done.ok ? ok(undefined) : done;
  },
  findMove: async (identity) => {
    const parameters = { Identity: identity };
    const name = "Get-MoveRequestStatistics";
    const found = await invoke(exchange, { name, does: "read", parameters, max: 1 });
    if (!found.ok) return found.error.kind === "not-found" ? ok(null) : found;
    const [first] = found.value.items;
    if (first === undefined) return ok(null);
    const row = MoveRow.safeParse(first);
    const state = row.success ? STATES[row.data.Status] : undefined;
    if (!row.success || state === undefined) return fail(UNREADABLE);
    const { PercentComplete, Message } = row.data;
    const percentComplete = PercentComplete ?? (state === "completed" ? 100 : 0);
    return ok({ identity, state, percentComplete, detail: exchange.scrub(Message ?? "") || null });
  },
});

const UNREADABLE: TenantFailure = {
  kind: "refused",
  status: 0,
  code: "unreadable",
  message: "Exchange told the state of a move in a form that we do not know.",
};
