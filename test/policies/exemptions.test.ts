/** A resource that a stack exempts from a rule: that one, and no other. */
import { describe, expect, test } from "@jest/globals";
import { judge } from "../../infra/preview/policy.ts";
import { readStack } from "../../infra/preview/stack-config.ts";
import { RULES } from "../../policies/all-rules.ts";
import { azure } from "../fixtures/policies/rule-case.ts";
import { must, PLAN_MS_MAX, ROOT } from "./estate-plan.ts";
import { judgePack } from "./whole-pack.ts";

const door = (name: string) =>
  azure("sql:FirewallRule", name, { startIpAddress: "0.0.0.0", endIpAddress: "0.0.0.0" });
const DOORS = [door("database-from-azure"), door("another-door")];
const about = (verdicts: readonly { readonly urn: string }[]) =>
  verdicts.map(({ urn }) => urn.split("::").at(-1));

describe("an exemption", () => {
  test("is of one resource: the rule refuses every other as before", async () => {
    const exempt = { "database-from-azure": "It has to be so." };
    const settings = { "sql-firewall-closed": { exempt } };
    const verdicts = await judgePack(DOORS, { settings });
    const closed = verdicts.filter(({ rule }) => rule === "sql-firewall-closed");
    expect(about(closed)).toEqual(["another-door"]);
    expect(about(await judgePack(DOORS, {})).toSorted()).toEqual(
      expect.arrayContaining(["another-door", "database-from-azure"]),
    );
  });

  test("is honoured by a rule about several resources too", async () => {
    const vault = azure("keyvault:Vault", "vault", { vaultName: "v" });
    const rule = "key-vault-audit-logs";
    const rules = RULES.filter(({ name }) => name === rule);
    expect(about(await judgePack([vault], { rules }))).toEqual(["vault"]);
    const settings = { [rule]: { exempt: { vault: "It has to be so." } } };
    expect(await judgePack([vault], { rules, settings })).toEqual([]);
  });

  test(
    "dev is let off one door of its database, which its report shows; a second is refused",
    async () => {
      const verdict = must(await judge(must(await readStack(ROOT, "dev")), DOORS));
      const found = verdict.findings.filter(({ policy }) => policy === "sql-firewall-closed");
      expect(found.map(({ outcome }) => outcome)).toEqual(["violation"]);
      expect(about(found)).toEqual(["another-door"]);
      expect(verdict.exemptions).toEqual([
        {
          rule: "sql-firewall-closed",
          resource: "database-from-azure",
          reason: expect.stringMatching(/^network: public\./),
        },
      ]);
    },
    PLAN_MS_MAX,
  );

  test(
    "that names nothing planned is not in force, and is not shown as if it were",
    async () => {
      const stack = must(await readStack(ROOT, "dev"));
      expect(must(await judge(stack, [door("another-door")])).exemptions).toEqual([]);
    },
    PLAN_MS_MAX,
  );
});
