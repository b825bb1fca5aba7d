/** Rows of the outbox onto the bus. Answers with the rows that are done: published, or turned
 *  into an incident because the bus will never take them (R31). All others stay where they are. */
import type { Bus } from "../bus/bus.ts";
import type { PublishFailure } from "../bus/failure.ts";
import type { Outgoing } from "../bus/message.ts";
import type { Incidents } from "../store/incidents.ts";
import type { OutboxRow } from "../store/outbox.ts";
import type { OutboxFault } from "./fault.ts";
import { unpublished } from "./unpublished.ts";

export type Parts = {
  readonly bus: Pick<Bus, "publish">;
  readonly incidents: Pick<Incidents, "open">;
  readonly observe: (fault: OutboxFault) => void;
};

export async function publishRows(
  parts: Parts,
  rows: readonly OutboxRow[],
): Promise<readonly number[]> {
  const topics = Map.groupBy(rows, ({ topic }) => topic);
  const done = await Promise.all([...topics].map(([topic, of]) => publishTo(parts, topic, of)));
  return done.flat();
}

/** One message that is refused for itself must not keep its neighbours. */
async function publishTo(
  parts: Parts,
  topic: string,
  rows: readonly OutboxRow[],
): Promise<readonly number[]> {
  const done: number[] = [];
  let left = rows;
  while (left.length > 0) {
    const failure = await tryPublish(parts, topic, left);
    if (failure === null) return [...done, ...left.map(({ id }) => id)];
    const guilty = "index" in failure ? left[failure.index] : undefined;
    if (guilty === undefined) {
      const ids = left.map(({ id }) => id);
      parts.observe({ kind: "publish-failed", topic, rows: ids, failure });
      return done;
    }
    if (await makeIncident(parts, guilty, failure)) done.push(guilty.id);
    left = left.filter((row) => row !== guilty);
  }
  return done;
}

async function tryPublish(
  { bus, observe }: Parts,
  topic: string,
  rows: readonly OutboxRow[],
): Promise<PublishFailure | null> {
  try {
    const result = await bus.publish(topic, rows.map(outgoing));
    return result.ok ? null : result.error;
  } catch (error) {
    observe({ kind: "bug", error });
    return { kind: "unavailable", detail: String(error) };
  }
}

const outgoing = ({ envelope, notBefore }: OutboxRow): Outgoing =>
  notBefore === null ? envelope : { ...envelope, notBefore };

/** It never reached a subscription, so its place is its row. */
async function makeIncident(
  { incidents, observe }: Parts,
  { id, topic, envelope }: OutboxRow,
  failure: PublishFailure,
): Promise<boolean> {
  observe({ kind: "unpublishable", topic, row: id, failure });
  const opened = await incidents.open([unpublished({ topic, envelope, failure }, id)]);
  if (!opened.ok) observe({ kind: "store-failed", failure: opened.error });
  return opened.ok;
}
