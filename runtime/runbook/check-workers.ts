/** Worker ids that a document may write but no estate registers: a subscription's name does not
 *  tell upper from lower case, so an estate has its workers in one writing only. */
import { isWorkerId } from "../contract/blueprint/subscriptions.ts";
import { WorkerId } from "../contract/identifiers.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, StepOutline } from "./outline.ts";
import { quote } from "./suggest.ts";

export const checkWorkers = ({ sequences }: Outline): readonly Finding[] =>
  sequences.flatMap(({ steps }) => (steps ?? []).flatMap(checkWorker));

function checkWorker({ where, workerId }: StepOutline): readonly Finding[] {
  // What is no worker id at all is the shape check's business.
  if (workerId === null || !WorkerId.safeParse(workerId.value).success) return [];
  if (isWorkerId(workerId.value)) return [];
  const message = `${where}.worker_id is ${quote(workerId.value)}, which no worker can register as`;
  const hint = `Use lower-case letters, digits and hyphens: ${quote(registered(workerId.value))}.`;
  return [finding("W3407", workerId.start, message, hint)];
}

const registered = (id: string): string => id.toLowerCase().replace(/[._]+/g, "-");
