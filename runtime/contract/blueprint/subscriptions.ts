/** From the patterns of `TOPICS` to the subscriptions of one estate. Pure: the caller brings the
 *  worker ids (infra from the stack's config, the local host from its registry).
 *  Worker ids are checked against a closed form before they reach a filter expression, so a
 *  quote can never change what an expression means (R20). */
import type { Filter, Subscription, Topic } from "./topic-shape.ts";

/** `worker-` and the id together are a subscription name, of which Service Bus allows 50. The id
 *  is also part of a secret's name, where Key Vault allows neither dot nor underscore. */
export const WORKER_ID_FORM = /^[a-z0-9](?:[a-z0-9-]{0,41}[a-z0-9])?$/;

const DAY_SEC = 86_400;
const HOUR_SEC = 3_600;
const MINUTE_SEC = 60;

export const isWorkerId = (text: string): boolean => WORKER_ID_FORM.test(text);

/** Writes `worker-{workerId}` for one worker; text without the mark stays as it is. */
export const forWorker = (pattern: string, workerId: string): string =>
  pattern.replaceAll("{workerId}", workerId);

function filterForWorker(filter: Filter, workerId: string): Filter {
  if (filter.kind !== "correlation") return filter;
  const entries = Object.entries(filter.properties);
  const properties = entries.map(([name, value]) => [name, forWorker(value, workerId)] as const);
  return { kind: "correlation", properties: Object.fromEntries(properties) };
}

/** With no worker at all every job is unrouted; an empty `IN ()` would not parse. */
function filterForAllWorkers(filter: Filter, workerIds: readonly string[]): Filter {
  if (filter.kind !== "sql" || !filter.expression.includes("{workerIds}")) return filter;
  if (workerIds.length === 0) return { kind: "all" };
  const list = workerIds.map((id) => `'${id}'`).join(", ");
  return { kind: "sql", expression: filter.expression.replace("{workerIds}", list) };
}

export function subscriptionsOf(
  topic: Topic,
  workerIds: readonly string[],
): readonly Subscription[] {
  const malformed = workerIds.find((id) => !isWorkerId(id));
  if (malformed !== undefined) throw new Error(`"${malformed}" cannot be a worker id`);
  if (new Set(workerIds).size < workerIds.length) throw new Error("a worker id is listed twice");
  return Object.values(topic.subscriptions).flatMap((subscription) =>
    subscription.perWorker
      ? workerIds.map((id) => ({
          ...subscription,
          name: forWorker(subscription.name, id),
          perWorker: false,
          filter: filterForWorker(subscription.filter, id),
        }))
      : [{ ...subscription, filter: filterForAllWorkers(subscription.filter, workerIds) }],
  );
}

/** Seconds as Azure wants them: 1209600 is `P14D`, 300 is `PT5M`, 90061 is `P1DT1H1M1S`. */
export function isoDuration(seconds: number): string {
  const part = (count: number, unit: string) => (count === 0 ? "" : `${count}${unit}`);
  const days = part(Math.floor(seconds / DAY_SEC), "D");
  const hours = part(Math.floor((seconds % DAY_SEC) / HOUR_SEC), "H");
  const minutes = part(Math.floor((seconds % HOUR_SEC) / MINUTE_SEC), "M");
  const time = `${hours}${minutes}${part(seconds % MINUTE_SEC, "S")}`;
  if (days === "" && time === "") return "PT0S";
  return `P${days}${time === "" ? "" : `T${time}`}`;
}
