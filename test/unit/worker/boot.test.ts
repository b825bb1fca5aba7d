import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { WorkerId } from "../../../runtime/contract/identifiers.ts";
import { FunctionName } from "../../../runtime/contract/manifest.ts";
import { fail, ok } from "../../../runtime/contract/result.ts";
import type { TenantFailure } from "../../../runtime/tenant/failure.ts";
import type { Tenant, TenantSession } from "../../../runtime/tenant/tenant.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { type BootParts, bootWorker } from "../../../runtime/worker/boot/boot.ts";
import {
  BOOT_PHASES,
  type BootPhase,
  inPhase,
  sentenceOf,
} from "../../../runtime/worker/boot/phases.ts";
import { probe } from "../../../runtime/worker/boot/probe.ts";
import { noOp } from "../../../runtime/worker/functions/no-op.ts";
import { answerOf } from "../../conformance/bus/answers.ts";
import { memoryTenant } from "./functions/differential/memory-tenant.ts";
import { WEST, workerWorld } from "./worker-world.ts";

const { signal } = new AbortController();
const PROBLEM = { what: "It failed.", why: "It was told to.", next: "Tell it otherwise." };
const PHASES = Object.keys(BOOT_PHASES) as readonly BootPhase[];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drover-boot-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const parts = (over: Partial<BootParts> = {}): BootParts => ({
  workerId: WEST,
  bus: workerWorld().broker.connect("one"),
  tenant: memoryTenant().tenant,
  given: ["alerts"],
  extra: [noOp()],
  custom: { folder, allowed: "all" },
  real: manualClock(new Date("2026-03-01T08:00:00.000Z")),
  signal,
  ...over,
});

describe("a worker's boot", () => {
  test("M-115 (part): the phases are these, in this order, and the loop comes last", () => {
    const names = "config logging identity certificate bus sessions functions loop";
    expect(PHASES.join(" ")).toBe(names);
  });

  test("M-115 (part): what answers becomes a worker with all its functions", async () => {
    const booted = answerOf(await bootWorker(parts()));
    expect(booted.notices).toEqual([]);
    expect(booted.functions.manifest(WEST, "1.0.0").switchedOff).toHaveLength(1);
    for (const each of ["New-EntraUser", "Set-ExchangePrimaryEmail", "Send-AdminAlert"]) {
      expect(booted.functions.find(name(each)).ok).toBe(true);
    }
  });

  test("M-115 (part): of bus, sessions and functions the first failure ends it", async () => {
    writeFileSync(join(folder, "mine.mjs"), "export default {");
    const bus = workerWorld().broker.connect("one");
    const stranger = WorkerId.parse("stranger");
    const tenant = refusing("directory", AWAY);
    const inBus = await bootWorker(parts({ bus, tenant, workerId: stranger }));
    expect(inBus).toMatchObject({
      ok: false,
      error: {
        phase: "bus",
        exitCode: 14,
        what: "The bus does not show the jobs of stranger.",
        why: expect.stringContaining("worker-stranger"),
      },
    });
    const inSessions = await bootWorker(parts({ bus, tenant }));
    expect(inSessions).toMatchObject({ ok: false, error: { phase: "sessions", exitCode: 15 } });
    const inFunctions = await bootWorker(parts({ bus }));
    expect(inFunctions).toMatchObject({
      ok: false,
      error: { phase: "functions", exitCode: 16, what: expect.stringContaining("mine.mjs") },
    });
  });

  test.each(PHASES)("M-115 (part): %s fails with its own exit code and sentence", async (phase) => {
    const failed = await inPhase(phase, async () => fail(PROBLEM));
    const exitCode = BOOT_PHASES[phase];
    expect(failed).toEqual({ ok: false, error: { ...PROBLEM, phase, exitCode } });
    const why = "It failed. It was told to. Tell it otherwise.";
    expect(failed.ok ? "" : sentenceOf(failed.error)).toBe(
      `The worker cannot start (${phase}): ${why}`,
    );
  });

  test("M-115 (part): no two phases share an exit code, and none is a shell's or success", () => {
    const codes = Object.values(BOOT_PHASES);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code > 2 && code < 126).toBe(true);
  });

  test("a phase that throws is a defect of it, told without the error's words", async () => {
    const booted = await inPhase("certificate", async () => {
      throw new TypeError("the password is hunter2");
    });
    expect(booted).toMatchObject({ ok: false, error: { phase: "certificate", exitCode: 13 } });
    expect(JSON.stringify(booted)).toContain("TypeError");
    expect(JSON.stringify(booted)).not.toContain("hunter2");
  });
});

/** A tenant in which one family answers this. */
const refusing = (
  family: "directory" | "exchange",
  error: TenantFailure,
  tenant = memoryTenant().tenant,
): Tenant => {
  const answer = async () => fail(error);
  return {
    session: (job): TenantSession => {
      const session = tenant.session(job);
      const deaf = Object.fromEntries(Object.keys(session[family]).map((name) => [name, answer]));
      return { ...session, [family]: deaf };
    },
  };
};

const AWAY = { kind: "unavailable", code: "ECONNREFUSED", message: "Nobody listens." } as const;
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
    const { functions } = answerOf(await bootWorker(parts({ tenant })));
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
    expect(await probe(refusing("directory", AWAY), [], signal)).toMatchObject({
      ok: false,
      error: {
        what: 'The tenant did not answer for "entra".',
        why: "Nobody listens.",
        next: expect.stringMatching(/^It is asked again until it answers, and no jobs are taken/),
      },
    });
  });

  test("a tenant that refuses everything does not know this worker: none starts", async () => {
    const both = refusing("exchange", NO_CONSENT, refusing("directory", NO_CONSENT));
    expect(await probe(both, ["alerts"], signal)).toMatchObject({
      ok: false,
      error: {
        what: "The tenant refuses everything this worker asked.",
        why: expect.stringMatching(/entra.*exchange/),
      },
    });
  });
});
