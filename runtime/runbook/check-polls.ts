/** Steps that are not polled although their function may answer "not done yet": without a poll that
 *  answer counts as success (M-074), so what the step looks for holds nobody up. Which functions
 *  do so is told by the manifests of the library or of the workers, never guessed from a name. */
import type { FunctionManifest, WorkerManifest } from "../contract/manifest.ts";
import { type Finding, finding } from "./finding.ts";
import type { Outline, StepOutline } from "./outline.ts";
import { quote } from "./suggest.ts";

/** Whether that function of that worker may answer "not done yet". */
export type IsPolled = (functionName: string, workerId: string | null) => boolean;

/** For who knows no manifests. */
export const NOTHING_POLLED: IsPolled = () => false;

/** No worker's own function can have the name of one of the library. */
export function polledInLibrary(functions: readonly FunctionManifest[]): IsPolled {
  const names = polledNames(functions);
  return (name) => names.has(name.toLowerCase());
}

export function polledByWorkers(manifests: readonly WorkerManifest[]): IsPolled {
  const byWorker = new Map<string | null, ReadonlySet<string>>(
    manifests.map(({ workerId, functions }) => [workerId, polledNames(functions)]),
  );
  return (name, workerId) => byWorker.get(workerId)?.has(name.toLowerCase()) === true;
}

const polledNames = (functions: readonly FunctionManifest[]): ReadonlySet<string> =>
  new Set(functions.filter(({ polled }) => polled).map(({ name }) => name.toLowerCase()));

export const checkPolls = ({ sequences }: Outline, isPolled: IsPolled): readonly Finding[] =>
  sequences.flatMap(({ steps }) => (steps ?? []).flatMap((step) => checkPoll(step, isPolled)));

function checkPoll(step: StepOutline, isPolled: IsPolled): readonly Finding[] {
  const { where, function: name, workerId, mayPoll } = step;
  if (mayPoll || name === null || !isPolled(name.value, workerId?.value ?? null)) return [];
  const message =
    `${where} has no poll: when ${quote(name.value)} answers "not done yet", ` +
    "that counts as success";
  const hint = "Add to the step, with times that suit it: poll: {interval: 1m, timeout: 1h}";
  return [finding("W3306", name.start, message, hint)];
}
