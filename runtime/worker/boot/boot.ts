/** Runs the phases in their order, each with what those before it have made. Every part comes by
 *  argument, so the order, the failures and the tidying up are the same in the cloud and at home.
 *  V1. The first failure ends it: what was opened before is closed, the last one first.
 *  V2. A phase that throws has a defect; it is told as a failure of that phase, with the kind of
 *      the error and never its text, which may hold a secret. */
import type { Bus } from "../../bus/bus.ts";
import type { WorkerId } from "../../contract/identifiers.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import { scrubbed } from "../fault.ts";
import type { WorkerFunction } from "../function.ts";
import { type Registry, registryOf } from "../registry.ts";
import { type BootFailure, type BootPhase, type BootProblem, bootFailure } from "./phases.ts";

type Step<Value> = Promise<Result<Opened<Value>, BootProblem>>;

export type Opened<Value> = { readonly value: Value; readonly close?: () => Promise<void> };

export type WorkerSettings = { readonly workerId: WorkerId; readonly concurrency: number };

export type Sessions = {
  readonly tenant: Tenant;
  /** Families of functions for which a session could be opened. */
  readonly capabilities: readonly string[];
};

export type BootSteps<Settings extends WorkerSettings, Log, Identity, Certificate> = {
  readonly config: () => Step<Settings>;
  readonly logging: (settings: Settings) => Step<Log>;
  readonly identity: (settings: Settings, log: Log) => Step<Identity>;
  readonly certificate: (settings: Settings, identity: Identity) => Step<Certificate>;
  readonly bus: (settings: Settings, identity: Identity) => Step<Bussed>;
  readonly sessions: (settings: Settings, certificate: Certificate) => Step<Sessions>;
  readonly functions: (settings: Settings, tenant: Tenant) => Step<readonly WorkerFunction[]>;
};

type Bussed = { readonly bus: Bus; readonly ledger: Ledger };

export type Booted<Settings, Log> = Bussed & {
  readonly settings: Settings;
  readonly log: Log;
  readonly functions: Registry;
  readonly close: () => Promise<void>;
};

type Closing = () => Promise<void>;

export async function bootWorker<Settings extends WorkerSettings, Log, Identity, Certificate>(
  steps: BootSteps<Settings, Log, Identity, Certificate>,
): Promise<Result<Booted<Settings, Log>, BootFailure>> {
  const closings: Closing[] = [];
  const close = async (): Promise<void> => {
    for (const each of closings.splice(0).toReversed()) await each();
  };
  const run = <Value>(phase: BootPhase, step: () => Step<Value>) => attempt(phase, step, closings);
  const booted = await runAll(steps, run);
  if (booted.ok) return ok({ ...booted.value, close });
  await close();
  return booted;
}

type Run = <Value>(
  phase: BootPhase,
  step: () => Step<Value>,
) => Promise<Result<Value, BootFailure>>;

async function runAll<Settings extends WorkerSettings, Log, Identity, Certificate>(
  steps: BootSteps<Settings, Log, Identity, Certificate>,
  run: Run,
): Promise<Result<Omit<Booted<Settings, Log>, "close">, BootFailure>> {
  const settings = await run("config", () => steps.config());
  if (!settings.ok) return settings;
  const log = await run("logging", () => steps.logging(settings.value));
  if (!log.ok) return log;
  const identity = await run("identity", () => steps.identity(settings.value, log.value));
  if (!identity.ok) return identity;
  const certificate = await run("certificate", () =>
    steps.certificate(settings.value, identity.value),
  );
  if (!certificate.ok) return certificate;
  const bus = await run("bus", () => steps.bus(settings.value, identity.value));
  if (!bus.ok) return bus;
  const sessions = await run("sessions", () => steps.sessions(settings.value, certificate.value));
  if (!sessions.ok) return sessions;
  const { tenant, capabilities } = sessions.value;
  const functions = await run("functions", () => steps.functions(settings.value, tenant));
  if (!functions.ok) return functions;
  return ok({
    ...bus.value,
    settings: settings.value,
    log: log.value,
    functions: registryOf(functions.value, capabilities),
  });
}

async function attempt<Value>(
  phase: BootPhase,
  step: () => Step<Value>,
  closings: Closing[],
): Promise<Result<Value, BootFailure>> {
  try {
    const opened = await step();
    if (!opened.ok) return fail(bootFailure(phase, opened.error));
    if (opened.value.close !== undefined) closings.push(opened.value.close);
    return ok(opened.value.value);
  } catch (thrown) {
    const { name, frames } = scrubbed(thrown);
    const where = frames[0] === undefined ? "" : ` ${frames[0]}`;
    const why = `It threw ${name}${where}.`;
    const next = "This is a defect of the worker: report it with this line.";
    return fail(bootFailure(phase, { what: "The phase came to no end of its own.", why, next }));
  }
}
