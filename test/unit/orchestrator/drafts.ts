/** Runbooks in a few words. */
import { RunbookName } from "../../../runtime/contract/identifiers.ts";
import type { Engine } from "../../../runtime/engine/engine.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

export const NAME = RunbookName.parse("move-mailboxes");

/** A scripted step; its parameters may name the member's columns. */
export const step = (name: string, params: object = {}, more: object = {}) => ({
  name,
  worker_id: "west",
  function: "Invoke-Script",
  params,
  ...more,
});

export const noOpStep = (name: string) => ({
  name,
  worker_id: "west",
  function: "Invoke-NoOp",
});

type Draft = Record<string, unknown> & { readonly phases: readonly object[] };

/** JSON is YAML, too. */
export async function publish(engine: Engine, draft: Draft): Promise<void> {
  const source = { type: "csv", primary_key: "Key", batch_time_column: "Date" };
  const yaml = JSON.stringify({ name: NAME, data_source: source, ...draft });
  answerOf(await engine.publishRunbook({ yaml, publishedBy: "ada" }));
}

export const phase = (name: string, steps: readonly object[], more: object = {}) => ({
  name,
  offset: "T-0",
  steps,
  ...more,
});
