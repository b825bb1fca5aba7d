/** From a bus and a tenant to a worker that may take jobs: the phases that are the same at home
 *  and in Azure. Nothing here is opened that would have to be closed: what a host opened before
 *  is the host's, and the loop is what comes after.
 *  V1. The first failure ends it. */
import type { Bus } from "../../bus/bus.ts";
import type { ReceiveFailure } from "../../bus/failure.ts";
import type { WorkerId } from "../../contract/identifiers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import type { Clock } from "../../time/clock.ts";
import { CUSTOM } from "../custom/definition.ts";
import { type CustomFolder, loadCustomFunctions } from "../custom/load-custom.ts";
import type { WorkerFunction } from "../function.ts";
import { functionLibrary } from "../functions/library.ts";
import { jobsOf } from "../jobs-of.ts";
import { type Registry, registryOf } from "../registry.ts";
import { type BootFailure, type BootProblem, inPhase } from "./phases.ts";
import { probe } from "./probe.ts";

export type BootParts = {
  readonly workerId: WorkerId;
  readonly bus: Pick<Bus, "peek">;
  readonly tenant: Tenant;
  /** Capabilities that need no asking. */
  readonly given: readonly string[];
  /** Functions of the host's own, beside the library's. */
  readonly extra: readonly WorkerFunction[];
  /** Functions of the user's own. */
  readonly custom: Pick<CustomFolder, "folder" | "allowed">;
  /** The machine's: how long a tenant or a module is waited for is no part of a rehearsal. */
  readonly real: Clock;
  /** How long the tenant is waited for. */
  readonly signal: AbortSignal;
};

export type Booted = {
  readonly functions: Registry;
  /** A sentence for each capability that the tenant refuses, and for each file that looks like a
   *  function and is never found. */
  readonly notices: readonly string[];
};

export async function bootWorker(parts: BootParts): Promise<Result<Booted, BootFailure>> {
  const { workerId, bus, tenant, given, extra, custom, real, signal } = parts;
  const reached = await inPhase("bus", () => reachJobs(bus, workerId));
  if (!reached.ok) return reached;
  const probed = await inPhase("sessions", () => probe(tenant, [...given, CUSTOM], signal));
  if (!probed.ok) return probed;
  const { capabilities, disabled } = probed.value;
  const taken = [...extra, ...functionLibrary(tenant)];
  const own = await inPhase("functions", () =>
    loadCustomFunctions({ ...custom, taken }, tenant, real),
  );
  if (!own.ok) return own;
  const { functions, unfound } = own.value;
  return ok({
    functions: registryOf([...taken, ...functions], capabilities),
    notices: [...disabled, ...unfound],
  });
}

/** Looks at its own subscription without taking anything. */
async function reachJobs(
  bus: Pick<Bus, "peek">,
  workerId: WorkerId,
): Promise<Result<null, BootProblem>> {
  const seen = await bus.peek(jobsOf(workerId), { from: 0, max: 1 });
  return seen.ok ? ok(null) : fail(unreached(workerId, seen.error));
}

const unreached = (workerId: WorkerId, failure: ReceiveFailure): BootProblem => ({
  what: `The bus does not show the jobs of ${workerId}.`,
  why: failure.kind === "unknown-entity" ? `It has no ${failure.entity}.` : `${failure.kind}.`,
  next: "Look whether this worker is in the list of workers and its bus can be reached.",
});
