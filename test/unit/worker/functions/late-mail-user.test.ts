/** Exchange shows a new mail user up to half a minute late on a bad day (`--faults rough`): who is
 *  asked for it again meanwhile is told that the name is taken, and sees nobody. */
import { afterEach, expect, test } from "@jest/globals";
import { CALM } from "../../../../runtime/tenant/simulated/faults/fault-profile.ts";
import { startSimulatedTenant } from "../../../../runtime/tenant/simulated/simulated-tenant.ts";
import { manualClock } from "../../../../runtime/time/manual/manual-clock.ts";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { countedFetch, hurried } from "../../tenant/hurried.ts";
import { clientsOf } from "./differential/simulated-clients.ts";
import { CONTEXT } from "./one-job.ts";

let stop = async (): Promise<void> => {};
afterEach(() => stop());

async function askingOn(lagMs: number) {
  const clock = manualClock(new Date("2026-05-04T08:00:00.000Z"));
  const started = await startSimulatedTenant({
    seed: "late",
    company: { people: 5, domain: "fabrikam.com" },
    clock,
    faults: { ...CALM, lagMs: { ...CALM.lagMs, exchange: [lagMs, lagMs] } },
  });
  const tenant = answerOf(started);
  ({ stop } = tenant);
  const network = countedFetch();
  const clients = clientsOf(tenant, "http://127.0.0.1:1", { clock, fetch: network.fetch });
  const settled = hurried(clock, network.isIdle);
  const isMeant = ({ manifest }: WorkerFunction) => manifest.name === "New-ExchangeMailUser";
  const made = functionLibrary(clients).find(isMeant) as WorkerFunction;
  const params = {
    UserPrincipalName: "ann@fabrikam.com",
    DisplayName: "Ann",
    ExternalAddress: "ann@contoso.com",
  };
  return () => settled(answerOf(made.prepare(params))(CONTEXT));
}

test.each([5_000, 8_000, 30_000])(
  "R09 (part): New-ExchangeMailUser, repeated while it is not shown for %i ms, ends the same",
  async (lagMs) => {
    const ask = await askingOn(lagMs);
    const first = await ask();
    expect(first.ok).toBe(true);
    expect(await ask()).toEqual(first);
  },
);
