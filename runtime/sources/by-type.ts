/** All sources of a host as one: a question goes to the adapter of its type. */
import { fail } from "../contract/result.ts";
import type { DataSourceType } from "../domain/runbook.ts";
import type { Source } from "./source.ts";

export const sourcesByType = (
  adapters: Readonly<Partial<Record<DataSourceType, Source>>>,
): Source => ({
  ask: async (question) => {
    const { type } = question.source;
    const adapter = adapters[type];
    return adapter === undefined ? fail({ kind: "no-adapter", type }) : adapter.ask(question);
  },
});
