/** Start-ExchangeMailboxMove: asks Exchange to bring a mailbox here. A move takes hours; how far
 *  it is tells Get-ExchangeMailboxMoveStatus. It is asked for without looking first: Exchange knows
 *  whether there is one already, and whoever looks may see one that was taken away. */
import type { Tenant, TenantSession } from "../../../tenant/tenant.ts";
import type { FunctionResult, WorkerFunction } from "../../function.ts";
import { failedBy, failedWith } from "../support/failure.ts";
import { text } from "../support/params.ts";
import { CHANGES, DONE, tenantFunction } from "../support/tenant-function.ts";
import { aboutUser, keyOf } from "../support/user-params.ts";

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+$/;

export const startExchangeMailboxMove = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    ...CHANGES,
    name: "Start-ExchangeMailboxMove",
    description:
      "Begins to move a mailbox into this tenant. A move that is under way, or over, is a " +
      "success; one that failed must be removed by hand before another can begin.",
    capability: "exchange",
    calls: ["exchange.findMove", "exchange.startMove"],
    params: aboutUser({
      TargetDeliveryDomain: text
        .regex(HOST, "must be a domain, such as fabrikam.mail.onmicrosoft.com")
        .describe("The domain of this tenant that mail is delivered to during the move."),
      RemoteHost: text
        .regex(HOST, "must be a host name, such as outlook.office365.com")
        .describe("The server of the old tenant that moves are fetched from."),
    }),
    result: "Boolean",
    examples: [
      {
        params: {
          UserPrincipalName: "ann@fabrikam.com",
          TargetDeliveryDomain: "fabrikam.mail.onmicrosoft.com",
          RemoteHost: "outlook.office365.com",
        },
        result: true,
      },
    ],
    run: async (session, { TargetDeliveryDomain, RemoteHost, ...key }) => {
      const identity = keyOf(key);
      const started = await session.exchange.startMove({
        identity,
        targetDeliveryDomain: TargetDeliveryDomain,
        remoteHost: RemoteHost,
      });
      if (started.ok) return DONE;
      const { error } = started;
      if (error.kind !== "conflict") return failedBy(error);
      return (await moveUnderWay(session, identity)) ?? failedBy(error);
    },
  });

/** Null where there is none. */
async function moveUnderWay(
  { exchange }: TenantSession,
  identity: string,
): Promise<FunctionResult | null> {
  const found = await exchange.findMove(identity);
  if (!found.ok) return failedBy(found.error);
  if (found.value === null) return null;
  if (found.value.state !== "failed") return DONE;
  const why = found.value.detail ?? "Exchange gives no reason.";
  return failedWith("move_failed", `An earlier move of this mailbox failed: ${why}`);
}
