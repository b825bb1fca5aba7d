import { describe, expect, test } from "@jest/globals";
import { COMPONENTS } from "../../../../runtime/contract/blueprint/components.ts";
import { SCENARIO_NAMES } from "../../../../runtime/contract/blueprint/identities.ts";
import { SCHEDULES, type Schedule } from "../../../../runtime/contract/blueprint/schedules.ts";
import {
  ABSENT_SECRETS,
  SECRETS,
  type Secret,
} from "../../../../runtime/contract/blueprint/secrets.ts";
import { CONTAINERS, TABLES } from "../../../../runtime/contract/blueprint/storage.ts";

describe("storage", () => {
  test("H-057 (part): agent logs are JSON lines by run and scenario, kept 90 days", () => {
    expect(CONTAINERS["execution-logs"]).toMatchObject({
      path: "{run_id}/{scenario_name}/logs.jsonl",
      format: "json-lines",
      retentionDays: 90,
    });
  });

  test(
    "H-058 (part), H-059 (part), H-060 (part): " +
      "state, reports and scenarios lie where the seed puts them",
    () => {
      expect(CONTAINERS["execution-state"].path).toBe("{run_id}/state.json");
      expect(CONTAINERS["execution-reports"].path).toBe("{run_id}/report.json");
      expect(CONTAINERS.scenarios.path).toBe("{scenario_name}.md");
    },
  );

  test("containers and tables have legal names", () => {
    for (const name of Object.keys(CONTAINERS)) {
      expect(name).toMatch(/^[a-z0-9](?:-?[a-z0-9]){2,62}$/);
    }
    for (const name of Object.keys(TABLES)) expect(name).toMatch(/^[a-z][a-z0-9]{2,62}$/);
  });

  test("every container and table of ours is used", () => {
    const used = new Set<string>(
      Object.values(COMPONENTS).flatMap((component): readonly string[] => [
        ...component.reads,
        ...component.writes,
        ...component.tables,
      ]),
    );
    const ours = Object.entries(CONTAINERS).filter(([, { account }]) => account === "runs");
    for (const name of [...ours.map(([name]) => name), ...Object.keys(TABLES)]) {
      expect(used).toContain(name);
    }
  });
});

describe("secrets", () => {
  const secrets: readonly Secret[] = Object.values(SECRETS);

  test("H-076 (part): what outlives a run expires; what does not is deleted with it", () => {
    for (const secret of secrets) {
      if (secret.vault === "scenarios") expect(secret.expiresAfterDays).toBeNull();
      else expect(secret.expiresAfterDays).toBeGreaterThan(0);
      expect(secret.rotation).toMatch(/\.$/);
    }
  });

  test("X-67 (part): a scenario's secret keeps its name and ends in the run", () => {
    expect(SECRETS["scenario-principal"].name).toBe("scenario-sp-{scenarioName}-secret-{run8}");
  });

  test("X-67 (part): everything a run makes for a scenario ends in the run", () => {
    expect(SCENARIO_NAMES.identity).toBe("AzureHayMaker-{scenarioName}-admin-{run8}");
    for (const name of Object.values(SCENARIO_NAMES)) {
      expect(name).toMatch(/\{scenarioName\}.*-\{run8\}$/);
    }
  });

  test(
    "H-075 (part), M-121 (part), M-132 (part), X-04 (part), X-66 (part): " +
      "connection strings and plain ids are no secrets",
    () => {
      expect(Object.keys(ABSENT_SECRETS).sort()).toEqual([
        "admin-api-sql-connection-string",
        "keda-sb-connection-string",
        "main-sp-client-id",
        "main-sp-client-secret",
        "orchestrator-sql-connection-string",
        "scheduler-sql-connection-string",
        "service-bus-connection-string",
        "target-subscription-id",
        "target-tenant-id",
      ]);
      for (const reason of Object.values(ABSENT_SECRETS)) expect(reason).toMatch(/\.$/);
      for (const name of Object.keys(ABSENT_SECRETS)) expect(SECRETS).not.toHaveProperty([name]);
    },
  );

  test("every secret has a component that needs it", () => {
    const needed = Object.values(COMPONENTS).flatMap(
      (component): readonly string[] => component.secrets,
    );
    expect([...new Set(needed)].sort()).toEqual(Object.keys(SECRETS).sort());
  });
});

describe("schedules", () => {
  const RANGES = [
    [0, 59],
    [0, 59],
    [0, 23],
    [1, 31],
    [1, 12],
    [0, 6],
  ] as const;
  const part = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/([1-9]\d*))?$/;

  const isNcrontab = (text: string): boolean => {
    const fields = text.split(" ");
    return (
      fields.length === RANGES.length &&
      RANGES.every(([min, max], index) =>
        (fields[index] ?? "").split(",").every((piece) => {
          const match = part.exec(piece);
          const bounds = [match?.[1], match?.[2]].filter((bound) => bound !== undefined);
          return match !== null && bounds.every((b) => Number(b) >= min && Number(b) <= max);
        }),
      )
    );
  };

  test("the judge of expressions tells six fields from five and knows their ranges", () => {
    expect(isNcrontab("0 */5 * * * *")).toBe(true);
    for (const wrong of ["*/5 * * * *", "0 60 * * * *", "0 0 24 * * *", "0 */0 * * * *", ""]) {
      expect(isNcrontab(wrong)).toBe(false);
    }
  });

  test.each(Object.entries<Schedule>(SCHEDULES))("%s is six-field NCRONTAB", (_name, schedule) => {
    expect(isNcrontab(schedule.cron.dev)).toBe(true);
    expect(isNcrontab(schedule.cron.prod)).toBe(true);
    expect(schedule.note).toMatch(/\.$/);
  });

  test("H-073 (part): runs start at 0, 6, 12 and 18 o'clock, and no timer fires on startup", () => {
    expect(SCHEDULES["haymaker-run"].cron.prod).toBe("0 0 0,6,12,18 * * *");
    for (const schedule of Object.values(SCHEDULES)) expect(schedule.runOnStartup).toBe(false);
  });

  test("H-074 (part): dev starts one run a day", () => {
    expect(SCHEDULES["haymaker-run"].cron.dev).toBe("0 0 0 * * *");
  });

  test("orphans are looked for daily", () => {
    expect(SCHEDULES["haymaker-orphan-sweep"].cron.prod).toBe("0 30 3 * * *");
  });
});
