/** Send-AdminAlert: tells people that something happened. To a webhook by its registered name,
 *  or as a mail from a mailbox of the tenant; a runbook never brings an address to call of its
 *  own (R52). Nobody can ask whether an alert was sent: it is never sent again unasked. */
import { z } from "zod";
import { LIMITS } from "../../../contract/limits.ts";
import type { Alerts } from "../../../tenant/alerts.ts";
import type { Answer } from "../../../tenant/directory.ts";
import type { Tenant } from "../../../tenant/tenant.ts";
import type { WorkerFunction } from "../../function.ts";
import { failedBy } from "../support/failure.ts";
import { address, given, text } from "../support/params.ts";
import { DONE, tenantFunction } from "../support/tenant-function.ts";

/** Where alerts go that say nothing else. */
const WEBHOOK = "admin-alerts";
const RECIPIENTS_MAX = 50;

const params = z
  .strictObject({
    Subject: z.string("must be text").min(1).max(LIMITS.memberKeyChars).describe("In one line."),
    Text: z.string("must be text").max(LIMITS.descriptionChars).nullish().describe("The rest."),
    Webhook: text.optional().describe(`A registered webhook's name; otherwise ${WEBHOOK}.`),
    From: address.optional().describe("To send a mail instead: the mailbox it comes from."),
    To: z
      .union([address, z.array(address).min(1).max(RECIPIENTS_MAX)])
      .optional()
      .describe("To send a mail instead: who gets it."),
  })
  .refine(({ From, To }) => (From === undefined) === (To === undefined), "From and To go together")
  .refine(
    ({ From, Webhook }) => From === undefined || Webhook === undefined,
    "name a webhook or a mail's From and To, not both",
  );

export const sendAdminAlert = (tenant: Tenant): WorkerFunction =>
  tenantFunction(tenant, {
    name: "Send-AdminAlert",
    description:
      "Tells administrators, through a webhook that is registered by name or by mail. It is " +
      "never sent twice unasked: a crash in between leaves the step to a person.",
    effect: "write",
    idempotency: "none",
    capability: "alerts",
    calls: ["alerts.callWebhook", "alerts.sendMail"],
    params,
    result: "Boolean",
    examples: [
      { params: { Subject: "Rollback triggered for ann@contoso.com" }, result: true },
      {
        params: {
          Subject: "Wave 3 is through",
          Text: "Everybody arrived.",
          From: "migration@fabrikam.com",
          To: ["admins@fabrikam.com"],
        },
        result: true,
      },
    ],
    run: async ({ alerts }, asked) => {
      const sent = await send(alerts, asked);
      return sent.ok ? DONE : failedBy(sent.error);
    },
  });

function send(
  { sendMail, callWebhook }: Alerts,
  { Subject: subject, Text, Webhook, From, To }: z.output<typeof params>,
): Answer<void> {
  const words = given(Text) ?? subject;
  if (From !== undefined && To !== undefined) {
    return sendMail({ from: From, to: [To].flat(), subject, text: words });
  }
  return callWebhook({ name: Webhook ?? WEBHOOK, subject, text: words });
}
