/** Ports that fail for a while, or stop answering, as a test says. */
import type { Bus } from "../../../runtime/bus/bus.ts";
import { fail } from "../../../runtime/contract/result.ts";

const AWAY = fail({ kind: "unavailable", detail: "away" } as const);

/** `before`: it did not happen. `after`: it did, and the answer was lost. `dead`: nobody answers
 *  any more, as for a process that crashed before the call. */
export type Way = "before" | "after" | "dead";

export type Weather = { way: Way | null; calls: number };

export async function through<Answer>(
  weather: Weather,
  call: () => Promise<Answer>,
  away: Answer,
): Promise<Answer> {
  weather.calls += 1;
  if (weather.way === "dead") return new Promise(() => {});
  if (weather.way === "before") return away;
  const answer = await call();
  return weather.way === "after" ? away : answer;
}

export const weather = (way: Way | null): Weather => ({ way, calls: 0 });

export const badPublish =
  (of: Weather) =>
  (bus: Bus): Bus => ({
    ...bus,
    publish: (topic, messages) => through(of, () => bus.publish(topic, messages), AWAY),
  });

export const badSettle =
  (of: Weather) =>
  (bus: Bus): Bus => ({
    ...bus,
    settle: (all) =>
      through(
        of,
        () => bus.settle(all),
        all.map(() => AWAY),
      ),
  });

export const badRenew =
  (of: Weather) =>
  (bus: Bus): Bus => ({
    ...bus,
    renew: (all) =>
      through(
        of,
        () => bus.renew(all),
        all.map(() => AWAY),
      ),
  });
