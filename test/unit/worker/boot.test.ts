import { describe, expect, test } from "@jest/globals";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { TenantFailure } from "../../../runtime/tenant/failure.ts";
import type { Tenant, TenantSession } from "../../../runtime/tenant/tenant.ts";
import {
  type BootSteps,
  bootWorker,
  type WorkerSettings,
} from "../../../runtime/worker/boot/boot.ts";
import { BOOT_PHASES, type BootPhase, sentenceOf } from "../../../runtime/worker/boot/phases.ts";
import { probe } from "../../../runtime/worker/boot/probe.ts";
import { functionLibrary } from "../../../runtime/worker/functions/library.ts";
import { memoryTenant } from "./functions/differential/memory-tenant.ts";
import { WEST, workerWorld } from "./worker-world.ts";

type Steps = BootSteps<WorkerSettings, string, string, string>;
type StepName = keyof Steps;

const PROBLEM = { what: "It failed.", why: "It was told to.", next: "Tell it otherwise." };
const NAMES = Object.keys(BOOT_PHASES).filter((name) => name !== "loop") as readonly StepName[];

/** Steps that say when they open and close. */
function steps(diary: string[], over: Partial<Steps> = {}): Steps {
  const world = workerWorld();
  const { tenant } = memoryTenant();
  const open = async <Value>(name: string, value: Value) => {
    diary.push(name);
    return ok({ value, close: async () => void diary.push(`${name} closed`) });
  };
  const bus = { bus: world.broker.connect("one"), ledger: world.rows };
  return {
    config: () => open("config", { workerId: WEST, concurrency: 10 }),
    logging: () => open("logging", "log"),
    identity: () => open("identity", "identity"),
    certificate: () => open("certificate", "certificate"),
    bus: () => open("bus", bus),
    sessions: () => open("sessions", { tenant, capabilities: ["entra"] }),
    functions: (_settings, of) => open("functions", functionLibrary(of)),
    ...over,
  };
}

describe("a worker's boot", () => {
  test("M-115 (part): the phases are these, in this order, and the loop comes last", async () => {
    const diary: string[] = [];
    const booted = await bootWorker(steps(diary));
    expect(booted.ok).toBe(true);
    expect([...diary, "loop"]).toEqual(Object.keys(BOOT_PHASES));
    if (booted.ok) await booted.value.close();
    const opened = diary.slice(0, NAMES.length);
    const closed = opened.toReversed().map((name) => `${name} closed`);
    expect(diary.slice(NAMES.length)).toEqual(closed);
  });

  test.each(NAMES)(
    "M-115 (part): %s fails with its own exit code, and what was opened before is closed",
    async (name) => {
      const diary: string[] = [];
      const booted = await bootWorker(steps(diary, { [name]: async () => fail(PROBLEM) }));
      const exitCode = BOOT_PHASES[name as BootPhase];
      expect(booted).toEqual({ ok: false, error: { ...PROBLEM, phase: name, exitCode } });
      const before = NAMES.slice(0, NAMES.indexOf(name));
      expect(diary).toEqual([...before, ...before.toReversed().map((each) => `${each} closed`)]);
      if (!booted.ok) {
        const why = "It failed. It was told to. Tell it otherwise.";
        const sentence = `The worker cannot start (${name}): ${why}`;
        expect(sentenceOf(booted.error)).toBe(sentence);
      }
    },
  );

  test("M-115 (part): no two phases share an exit code, and none is a shell's or success", () => {
    const codes = Object.values(BOOT_PHASES);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code > 2 && code < 126).toBe(true);
  });

  test("a phase that throws is a defect of it, told without the error's words", async () => {
    const diary: string[] = [];
    const certificate = async () => {
      throw new TypeError("the password is hunter2");
    };
    const booted = await bootWorker(steps(diary, { certificate }));
    expect(booted).toMatchObject({ ok: false, error: { phase: "certificate", exitCode: 13 } });
    expect(JSON.stringify(booted)).toContain("TypeError");
    expect(JSON.stringify(booted)).not.toContain("hunter2");
    expect(diary.at(-1)).toBe("config closed");
  });
});

const { signal } = new AbortController();

/** A tenant in which one family answers this. */
const refusing = (family: "directory" | "exchange", error: TenantFailure): Tenant => {
  const { tenant } = memoryTenant();
  const answer = async () => fail(error);
  return {
    session: (job): TenantSession => {
      const session = tenant.session(job);
      const deaf = Object.fromEntries(Object.keys(session[family]).map((name) => [name, answer]));
      return { ...session, [family]: deaf };
    },
  };
};

const NO_CONSENT: TenantFailure = {
  kind: "refused",
  status: 403,
  code: "Authorization_RequestDenied",
  message: "Insufficient privileges to complete the operation.",
};
const name = (text: string) => FunctionName.parse(text);

describe("what a worker can do in its tenant", () => {
  test("M-116 (part): where everything answers, every family is on", async () => {
    const probed = await probe(memoryTenant().tenant, ["alerts"], signal);
    expect(probed).toEqual(ok({ capabilities: ["alerts", "entra", "exchange"], disabled: [] }));
  });

  test("without consent for Exchange its functions are disabled, and not unknown", async () => {
    const tenant = refusing("exchange", NO_CONSENT);
    const probed = await probe(tenant, [], signal);
    if (!probed.ok) throw new Error("the probe failed");
    expect(probed.value.disabled).toEqual([
      'The capability "exchange" is off, because the tenant refused it: ' +
        "Insufficient privileges to complete the operation.",
    ]);
    const sessions = async () => ok({ value: { tenant, capabilities: probed.value.capabilities } });
    const booted = await bootWorker(steps([], { sessions }));
    if (!booted.ok) throw new Error("the boot failed");
    const { functions } = booted.value;
    expect(functions.find(name("New-EntraUser")).ok).toBe(true);
    expect(functions.find(name("Set-ExchangePrimaryEmail"))).toEqual(
      fail({ kind: "capability-disabled", capability: "exchange" }),
    );
    expect(functions.find(name("Set-ExchangeSecondaryEmail"))).toEqual(
      fail({ kind: "not-registered" }),
    );
    const offered = functions.manifest(WEST, "1.0.0").functions.map((each) => each.name as string);
    expect(offered).toContain("New-EntraUser");
    expect(offered.filter((each) => each.includes("Exchange"))).toEqual([]);
  });

  test("a tenant that does not answer says nothing about rights: no worker starts", async () => {
    const away = { kind: "unavailable", code: "ECONNREFUSED", message: "Nobody listens." } as const;
    expect(await probe(refusing("directory", away), [], signal)).toMatchObject({
      ok: false,
      error: {
        what: 'The tenant did not answer for "entra".',
        why: "unavailable: Nobody listens.",
      },
    });
  });
});
