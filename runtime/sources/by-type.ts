/** All sources of a host as one: a question goes to the adapter of its type, and one of the type
 *  `sql` to that of the database its connection names. What they tell names no secret. */
import { fail } from "../contract/result.ts";
import type { DataSourceType } from "../domain/runbook.ts";
import { type Connections, type Dialect, findConnection } from "./connections.ts";
import { quietSource } from "./quiet-source.ts";
import type { Source } from "./source.ts";

export const sourcesByType = (
  adapters: Readonly<Partial<Record<DataSourceType, Source>>>,
): Source =>
  quietSource(() => ({
    ask: async (question) => {
      const { type } = question.source;
      const adapter = adapters[type];
      return adapter === undefined ? fail({ kind: "no-adapter", type }) : adapter.ask(question);
    },
  }));

export function sourcesByDialect(
  connections: Connections,
  adapters: Readonly<Partial<Record<Dialect, Source>>>,
): Source {
  const readable = Object.keys(adapters) as readonly Dialect[];
  return {
    ask: async (question) => {
      const connection = findConnection(connections, question.source.connection, readable);
      if (!connection.ok) return connection;
      const adapter = adapters[connection.value.dialect];
      if (adapter === undefined) throw new Error(`no adapter for ${connection.value.dialect}`);
      return adapter.ask(question);
    },
  };
}
