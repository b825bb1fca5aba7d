/** Why a runbook finds no new batches. Those under way go on whatever is said here. */
import type { RunbookName } from "../../contract/identifiers.ts";
import { type Reason, reasonOf, type Subject } from "./reason.ts";
import { at } from "./words.ts";

/** What is known about where a runbook's batches come from. */
export type RunbookFacts = {
  readonly name: RunbookName;
  readonly isActive: boolean;
  readonly automation: {
    readonly enabled: boolean;
    /** Who switched it off, and when; nulls when nobody did. */
    readonly by: string | null;
    readonly at: Date | null;
  };
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
};

export function whyRunbook(facts: RunbookFacts): Reason {
  const { name: runbookName, isActive, automation, lastError, lastErrorAt } = facts;
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
    const who = `by ${automation.by} at ${at(automation.at)}`;
    return reasonOf({
      kind: "automation-off",
      subject,
      text:
        automation.at === null
          ? "Its automation was never switched on."
          : `Its automation was switched off ${who}.`,
      since: automation.at,
      orders: [{ order: "enable-automation", runbookName }],
    });
  }
  if (lastError !== null) {
    const text = `Its source could not be read at ${at(lastErrorAt)}: ${lastError}`;
    return reasonOf({ kind: "source-failing", subject, text, since: lastErrorAt });
  }
  const text = "Nothing is in the way; new batches are looked for with the next tick.";
  return reasonOf({ kind: "next-look", subject, text });
}
