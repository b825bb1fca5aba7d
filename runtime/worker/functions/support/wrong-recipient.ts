/** What is said when a step names a recipient of a kind that it cannot work on. */
import type { RecipientKind } from "../../../tenant/exchange.ts";
import { type Failed, failedWith } from "./failure.ts";

const WORDS: Readonly<Record<RecipientKind, string>> = {
  mailbox: "a mailbox",
  "mail-user": "a mail user",
  group: "a group",
  other: "a recipient of another kind",
};

export function wrongRecipient(
  key: string,
  kind: RecipientKind,
  wanted: "mail user" | "mailbox or mail user" | "group",
): Failed {
  const next =
    wanted === "mail user" && kind === "mailbox"
      ? "Its mailbox is in this tenant already: take the person out of the plan, or skip the step."
      : `Name a ${wanted} in the step.`;
  const is = `${key} is ${WORDS[kind]} in Exchange, not a ${wanted}, and is left as it is.`;
  return failedWith("wrong_recipient", `${is} ${next}`);
}
