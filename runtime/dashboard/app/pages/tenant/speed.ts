/** How fast time passes while nobody has anything to do. */
import type { VNode } from "preact";
import { send } from "../../api/request.ts";
import { environment, mayAny, openSession } from "../../frame/session.ts";
import { html } from "../../ui/html.ts";
import { say, sayProblem } from "../../ui/toasts.ts";

const SPEEDS = [
  [1, "Real time"],
  [60, "A minute in a second"],
  [600, "10 minutes in a second"],
  [2_000, "Half an hour in a second"],
  [20_000, "Five hours in a second"],
] as const;

async function setSpeed(speed: number): Promise<void> {
  const answer = await send("/local/speed", { method: "PUT", body: { speed } });
  if (answer.ok) say("Time passes differently now, while nobody works.");
  else sayProblem(answer.problem);
  await openSession();
}

export function Speed(): VNode {
  const speed = environment.value?.speed ?? 1;
  const known = SPEEDS.some(([each]) => each === speed);
  const options = known ? SPEEDS : [...SPEEDS, [speed, `${speed} times as fast`] as const];
  const onChange = (event: Event): void =>
    void setSpeed(Number((event.target as HTMLSelectElement).value));
  return html`<label>Time passes, while nobody works
    <select value=${speed} disabled=${!mayAny(["Admin", "Operator"])} onChange=${onChange}>
      ${options.map(
        ([each, word]) => html`<option key=${each} value=${each}
        selected=${each === speed}>${word}</option>`,
      )}
    </select></label>`;
}
