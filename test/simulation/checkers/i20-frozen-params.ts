/** I20: all attempts and polls of a step are sent the same; nothing unresolved leaves; what undoes
 *  a step is sent what the step was sent, not what the source says today. */
import { parseJobId } from "../../../runtime/contract/job-id.ts";
import type { Checker } from "../watch/checker.ts";

type Sent = { readonly text: string; readonly note: unknown };

export const frozenParams: Checker = {
  id: "I20",
  open: (scene, violate) => {
    const sent = new Map<number, Sent>();
    const look = (messageId: string, body: string): void => {
      const job = parseJobId(messageId);
      if (job === null) {
        violate(`${messageId} is no job id`);
        return;
      }
      const { parameters, batchId } = JSON.parse(body);
      const text = JSON.stringify(parameters);
      if (text.includes("{{")) violate(`${messageId} was sent with ${text}`);
      const first = sent.get(job.stepExecutionId);
      if (first === undefined) sent.set(job.stepExecutionId, { text, note: parameters.note });
      else if (first.text !== text) violate(`${messageId} was sent ${text}, before ${first.text}`);
      const row = scene.rows(batchId)?.executions.get(job.stepExecutionId);
      const undone = row === undefined || row.undoesId === 0 ? undefined : sent.get(row.undoesId);
      if (undone?.note === undefined || parameters.note === undefined) return;
      scene.reached("undone-with-what-was-sent");
      if (undone.note !== parameters.note) violate(`${messageId} undoes with ${parameters.note}`);
    };
    return {
      onUnit: ({ publish }) => {
        for (const { topic, envelope } of publish) {
          if (topic === "worker-jobs") look(envelope.messageId, envelope.body);
        }
      },
    };
  },
};
