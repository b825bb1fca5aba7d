/** Brings a run to its end: no more surprises, every pause lifted, every limit gone, every job
 *  answered well, and time passing as long as anything waits for it. */
import { answer, SUCCESS } from "./answers.ts";
import { feed, type Run } from "./run.ts";
import { sweep } from "./sweep.ts";

const ROUNDS_MAX = 2_000;

export function calm(run: Run): void {
  for (const key of run.world.slots.keys())
    feed(run, { kind: "slots-granted", key, granted: null });
  feed(run, { kind: "set-budget", budget: null, ifSeq: null });
  feed(run, { kind: "resume", phaseId: null, ifSeq: null });
  for (const phaseId of run.world.phases.keys())
    feed(run, { kind: "resume", phaseId, ifSeq: null });
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    sweep(run);
    if (run.jobs.length > 0) answer(run, SUCCESS);
    else if (!passTime(run)) return;
  }
  throw new Error("the run does not come to an end");
}

/** To the next moment at which anything is due; false when nothing ever will be. */
function passTime(run: Run): boolean {
  const { executions, phases, batch } = run.world;
  const waiting = batch.status === "active" ? [...phases.values()] : [];
  const pending = waiting.filter(({ status }) => status === "pending");
  const due = [...executions.values(), ...pending].flatMap(({ dueAt }) => dueAt ?? []);
  if (due.length === 0) return false;
  run.now = new Date(Math.max(run.now.getTime(), Math.min(...due.map(Number))));
  return true;
}
