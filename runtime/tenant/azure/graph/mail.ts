/** Alerts: mail through Graph (from a mailbox that an application access policy must allow:
 *  `Mail.Send` alone would allow every mailbox of the tenant), and webhooks by name.
 *  A message whose sending is uncertain is not sent again: `ambiguous`. */
import { fail, ok } from "../../../contract/result.ts";
import type { Alerts } from "../../alerts.ts";
import type { TenantFailure } from "../../failure.ts";
import { type HttpReply, type SendParts, send } from "../http/send.ts";
import { expectDone, type Graph } from "./client.ts";
import { segment } from "./odata.ts";

export type Webhooks = {
  /** Their addresses, some of which are secrets in themselves. */
  readonly byName: ReadonlyMap<string, string>;
  readonly parts: SendParts;
  readonly signal: AbortSignal;
};

export const alerts = (graph: Graph, webhooks: Webhooks): Alerts => ({
  sendMail: async ({ from, to, subject, text }) => {
    const message = {
      subject,
      body: { contentType: "Text", content: text },
      toRecipients: to.map((address) => ({ emailAddress: { address } })),
    };
    const call = graph.call({
      method: "POST",
      path: `/v1.0/users/${segment(from)}/sendMail`,
      body: () => ({ message, saveToSentItems: false }),
      repeat: "unsafe",
    });
    const done = await expectDone(graph, call, "done", null);
    return done.ok ? ok(undefined) : done;
  },
  callWebhook: async ({ name, subject, text }) => {
    const url = webhooks.byName.get(name);
    if (url === undefined) return fail(unregistered(name));
    const body = JSON.stringify({ subject, text });
    const headers = { "content-type": "application/json" };
    const { parts, signal } = webhooks;
    const request = { method: "POST", url, headers, body, reads: "status" } as const;
    const reply = await send(parts, request, signal);
    const failure = webhookFailure(name, reply);
    return failure === null ? ok(undefined) : fail(failure);
  },
});

const unregistered = (name: string): TenantFailure => ({
  kind: "refused",
  status: 0,
  code: "webhook-unregistered",
  message: `No webhook is registered under the name "${name}".`,
});

/** Some answer `ok` as plain text: for a webhook the status is the whole answer. */
function webhookFailure(name: string, reply: HttpReply): TenantFailure | null {
  const code = "webhook";
  switch (reply.kind) {
    case "answer": {
      const { status } = reply;
      if (status < 300) return null;
      const message = `The webhook "${name}" answered with status ${status}.`;
      return status === 429 || status === 503
        ? { kind: "unavailable", code, message }
        : { kind: "refused", status, code, message };
    }
    case "unsent":
      return { kind: "unavailable", code, message: `The webhook "${name}": ${reply.why}.` };
    case "lost":
      return { kind: "ambiguous", code, message: `The webhook "${name}": ${reply.why}.` };
    case "ended":
      return { kind: "ambiguous", code, message: `The job ended while "${name}" was called.` };
  }
}
