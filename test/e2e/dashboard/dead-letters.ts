/** Messages that nobody can read, left on the bus by a process that is gone: a host that opens the
 *  folder gives them up one by one, and each becomes an incident. */
import { join } from "node:path";
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import { MessageId } from "../../../runtime/contract/message-id.ts";
import { openExchange } from "../../../runtime/hosts/embedded/open-exchange.ts";
import { systemClock } from "../../../runtime/time/system/system-clock.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

export const leaveTornMessages =
  (count: number) =>
  async (data: string): Promise<void> => {
    let ids = 0;
    const exchange = await openExchange({
      path: join(data, "drover.db"),
      clock: systemClock,
      nextId: () => {
        ids += 1;
        return `torn-${ids}`;
      },
      workerIds: [WorkerId.parse("worker-01")],
    });
    const messages = Array.from({ length: count }, (_, index) => ({
      messageId: MessageId.parse(`torn-${index + 1}`),
      body: `{"torn": ${index + 1}`,
      properties: { sender: "a process that is gone" },
    }));
    answerOf(await exchange.connect("gone").publish("worker-results", messages));
    await exchange.close();
  };
