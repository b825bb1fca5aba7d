/** Why a runbook finds no new batches. Those under way go on whatever is said here. */
import type { RunbookFacts } from "./facts.ts";
import { type Reason, reasonOf, type Subject } from "./reason.ts";
import { at } from "./words.ts";

export function whyRunbook(facts: RunbookFacts): Reason {
  const { name: runbookName, isActive, automation, lastError, lastErrorAt, nextLookAt } = facts;
  const subject: Subject = { kind: "runbook", name: runbookName };
  if (!isActive) {
    return reasonOf({
      kind: "runbook-inactive",
      subject,
      text: "None of its versions is active; no new batch is looked for.",
      orders: [{ order: "publish-runbook", runbookName }],
    });
  }
  if (!automation.enabled) {
    const who = automation.by === null ? "" : ` by ${automation.by} at ${at(automation.at)}`;
    return reasonOf({
      kind: "automation-off",
      subject,
      text:
        automation.at === null
          ? "Its automation was never switched on."
          : `Its automation was switched off${who}.`,
      since: automation.at,
      orders: [{ order: "enable-automation", runbookName }],
    });
  }
  if (lastError !== null) {
    return reasonOf({
      kind: "source-failing",
      subject,
      text: `Its source could not be read at ${at(lastErrorAt)}: ${lastError}`,
      since: lastErrorAt,
      at: nextLookAt,
    });
  }
  const text = "Nothing is in the way; new batches are looked for with the next tick.";
  return reasonOf({ kind: "next-look", subject, text, at: nextLookAt });
}
