/** Telling people outside of Drover: a mail from a mailbox of the tenant, or a line to a webhook
 *  that a platform engineer has registered by name (a runbook never brings an address of its own
 *  to call: R52). */
import type { Answer } from "./directory.ts";

export type Alerts = {
  /** Accepted for sending; nobody can tell whether it is read. */
  readonly sendMail: (mail: {
    readonly from: string;
    readonly to: readonly string[];
    readonly subject: string;
    readonly text: string;
  }) => Answer<void>;
  readonly callWebhook: (webhook: {
    readonly name: string;
    readonly subject: string;
    readonly text: string;
  }) => Answer<void>;
};
