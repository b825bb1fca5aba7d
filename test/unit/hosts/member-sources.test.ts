import { describe, expect, test } from "@jest/globals";
import { fail } from "../../../runtime/contract/result.ts";
import { memberSources, registered } from "../../../runtime/hosts/functions/member-sources.ts";
import { manualClock } from "../../../runtime/time/manual/manual-clock.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { csvQuestion } from "../sources/sources.ts";

const WAREHOUSE = { DATABRICKS_WAREHOUSE_ID: "0123456789abcdef" };

describe("the sources of a cloud host", () => {
  test("M-015 (part), R52: its settings register connections under their own names", () => {
    const connections = answerOf(
      registered({
        DATAVERSE_CONNECTION_STRING: "contoso.crm4.dynamics.com,5558",
        DATABRICKS_CONNECTION_STRING: "https://adb-1234567890123456.7.azuredatabricks.net/",
        ...WAREHOUSE,
        DROVER_SQL_SOURCES: '{"hr": {"server": "hr.database.windows.net", "database": "people"}}',
      }),
    );
    expect([...connections]).toEqual([
      [
        "DATAVERSE_CONNECTION_STRING",
        {
          dialect: "dataverse",
          server: "contoso.crm4.dynamics.com",
          port: 5_558,
          database: "contoso",
        },
      ],
      [
        "DATABRICKS_CONNECTION_STRING",
        {
          dialect: "databricks",
          address: "https://adb-1234567890123456.7.azuredatabricks.net",
          warehouses: new Map([["DATABRICKS_WAREHOUSE_ID", "0123456789abcdef"]]),
        },
      ],
      [
        "hr",
        {
          dialect: "azure-sql",
          server: "hr.database.windows.net",
          port: 1_433,
          database: "people",
        },
      ],
    ]);
    expect(answerOf(registered({})).size).toBe(0);
  });

  test.each([
    { DATAVERSE_CONNECTION_STRING: "Server=contoso.crm.dynamics.com;Password=hunter2" },
    { DATAVERSE_CONNECTION_STRING: "contoso.crm.dynamics.com.evil.example" },
    { DATAVERSE_CONNECTION_STRING: "contoso.crm.dynamics.com,22" },
    { DATABRICKS_CONNECTION_STRING: "http://169.254.169.254/", ...WAREHOUSE },
    { DATABRICKS_CONNECTION_STRING: "https://u:hunter2@adb-1.1.azuredatabricks.net", ...WAREHOUSE },
    { DATABRICKS_CONNECTION_STRING: "https://adb-1.1.azuredatabricks.net" },
    {
      DATABRICKS_CONNECTION_STRING: "https://adb-1.1.azuredatabricks.net",
      DATABRICKS_WAREHOUSE_ID: "../x",
    },
    { DROVER_SQL_SOURCES: "hunter2" },
    { DROVER_SQL_SOURCES: '{"hr": {"server": "localhost", "database": "x"}}' },
    {
      DROVER_SQL_SOURCES:
        '{"hr": {"server": "a.database.windows.net", "database": "x", "password": "hunter2"}}',
    },
  ])(
    "R52: an address that is not Azure's, or holds more than an address, stops the start: %j",
    (settings) => {
      const sentence = failureOf(registered(settings));
      expect(sentence).toMatch(/^The setting (?:DATAVERSE|DATABRICKS|DROVER)_[A-Z_]+ is not /);
      expect(sentence).not.toContain("hunter2");
    },
  );

  test("X-65 (part): each type has its adapter, and `sql` that of its connection", async () => {
    const source = answerOf(
      memberSources(
        {
          DATAVERSE_CONNECTION_STRING: "contoso.crm4.dynamics.com",
          DROVER_SQL_SOURCES: '{"hr": {"server": "hr.database.windows.net", "database": "people"}}',
        },
        {
          access: async (scope) => fail({ message: `no token for ${scope}` }),
          clock: manualClock(new Date(0)),
          fetch: globalThis.fetch,
        },
      ),
    );
    const ask = async (type: "dataverse" | "databricks" | "sql" | "csv", connection: string) =>
      failureOf(await source.ask(csvQuestion("people", { type, connection, query: "select 1" })));
    expect(await ask("dataverse", "DATAVERSE_CONNECTION_STRING")).toEqual({
      kind: "unavailable",
      reason: "no token for https://contoso.crm4.dynamics.com/.default",
    });
    expect(await ask("sql", "hr")).toEqual({
      kind: "unavailable",
      reason: "no token for https://database.windows.net/.default",
    });
    expect(await ask("sql", "DATAVERSE_CONNECTION_STRING")).toMatchObject({ kind: "refused" });
    expect(await ask("databricks", "hr")).toMatchObject({ kind: "refused" });
    expect(await ask("csv", "hr")).toEqual({ kind: "no-adapter", type: "csv" });
  });
});
